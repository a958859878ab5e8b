import MediaEngine
import SDP

/// One ICE agent with what was gathered and what the peer said about it.
struct IceGathering {
    let transport: IceTransport
    let credentials: IceCredentials
    var isComplete = false
    /// Ways to relays behind TLS, for as long as the agent uses them.
    var tunnels: [RelayTunnel] = []
    /// The peer's credentials, once known.
    var remote: IceCredentials?
}
