import CNativeMedia
import MediaEngine

/// The way to one relay that speaks TLS: a port of this machine that libnice speaks TURN over TCP to.
///
/// The connection's actor makes it and lets go of it, on the loop's thread.
final class RelayTunnel {
    private let handle: OpaquePointer
    /// What the agent is given in place of the server.
    let relay: IceRelay

    /// Call it on the loop's thread.
    ///
    /// - Parameters:
    ///   - roots: the path of a PEM file with authorities to trust beside the system's.
    ///   - ipv6: whether the agent has addresses of IPv6 only, as it asks relays of its own family.
    /// - Returns: nil for a server without a relay, and where there is no port or the file cannot be read.
    init?(to server: IceServer, on loop: EventLoop, roots: String?, ipv6: Bool) {
        guard let relay = server.relay else { return nil }
        var port: UInt16 = 0
        guard let handle = cm_tunnel_create(loop.handle, server.host, server.port, roots, ipv6, &port) else {
            return nil
        }
        self.handle = handle
        self.relay = IceRelay(
            server: IceEndpoint(address: ipv6 ? "::1" : "127.0.0.1", port: port), usesTCP: true,
            username: relay.username, password: relay.password)
    }

    deinit { cm_tunnel_free(handle) }
}
