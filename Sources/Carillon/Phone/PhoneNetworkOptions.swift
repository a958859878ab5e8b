import ArgumentParser
import CarillonRTC
package import MediaEngine
import NativeMedia
import Redaction

/// How media finds its way.
package struct PhoneNetworkOptions: ParsableArguments {
    @Flag(help: "Send candidates as they come (Telnyx dialect).")
    var trickle = false

    @Flag(help: "Use relays only.")
    var relayOnly = false

    @Option(
        help: ArgumentHelp(
            "A STUN or TURN server; repeat for more.",
            valueName: "stun:host[:port]|turn:user:password@host[:port][?transport=tcp]"))
    var ice: [String] = []

    @Option(help: "A local address to use; repeat for more. All of them without it.")
    var localAddress: [String] = []

    @Option(help: "A PEM file with certificates to trust beside the system's; repeat for more.")
    var trustRoot: [String] = []

    package init() {}

    package func validate() throws {
        let servers = try ice.map(Self.server)
        guard localAddress.count <= LocalAddresses.countMax else {
            throw ValidationError("--local-address: at most \(LocalAddresses.countMax) of them")
        }
        for address in localAddress {
            guard LocalAddresses.isNumeric(address) else {
                throw ValidationError("--local-address: \(address) is no IP address")
            }
            guard LocalAddresses.isHere(address) else {
                throw ValidationError(
                    "--local-address: \(address) is no address of this machine; `ip address` lists them")
            }
        }
        guard !relayOnly || servers.contains(where: { $0.relay != nil }) else {
            throw ValidationError("--relay-only needs a turn: server in --ice")
        }
    }

    func apply(to client: inout ClientConfiguration) throws {
        client.trickles = trickle
        client.media.relayOnly = relayOnly
        client.media.localAddresses = localAddress
        client.media.iceServers = try ice.map(Self.server)
    }

    package static func server(_ text: String) throws -> IceServer {
        let (scheme, rest) = halves(text, at: ":")
        let (place, query) = halves(rest ?? "", at: "?")
        switch scheme {
        case "stun":
            let (host, port) = try address(place)
            return IceServer(host: host, port: port)
        case "turn":
            guard let at = place.lastIndex(of: "@") else {
                throw ValidationError("--ice turn: needs user:password@host")
            }
            let (user, password) = halves(String(place[..<at]), at: ":")
            let (host, port) = try address(String(place[place.index(after: at)...]))
            let transport: IceServer.Transport = query == "transport=tcp" ? .tcp : .udp
            guard let password, query == nil || query == "transport=tcp" || query == "transport=udp" else {
                throw ValidationError("--ice turn:user:password@host[:port][?transport=udp|tcp]")
            }
            return IceServer(
                host: host, port: port,
                relay: IceServer.Relay(transport: transport, username: user, password: Redacted(password)))
        default: throw ValidationError("--ice begins with stun: or turn:")
        }
    }

    private static func address(_ text: String) throws -> (String, UInt16) {
        let standardPort: UInt16 = 3478
        let (host, port) = halves(text, at: ":")
        guard !host.isEmpty else { throw ValidationError("--ice has no host") }
        guard let port else { return (host, standardPort) }
        guard let number = UInt16(port) else { throw ValidationError("--ice has a port outside 1…65535") }
        return (host, number)
    }

    private static func halves(_ text: String, at separator: Character) -> (String, String?) {
        let parts = text.split(separator: separator, maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }
}
