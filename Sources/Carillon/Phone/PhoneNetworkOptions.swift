import ArgumentParser
import CarillonRTC
import Foundation
package import MediaEngine
import NativeMedia
import Redaction

/// Options for the path of media.
package struct PhoneNetworkOptions: ParsableArguments {
    @Flag(help: "Send candidates as they come (Telnyx dialect).")
    var trickle = false

    @Flag(
        help: ArgumentHelp(
            "Connect media while a call rings, where the exchange permits it; needs --trickle. The caller then learns addresses of this device before the answer."
        ))
    var connectWhileRinging = false

    @Flag(help: "Use relays only.")
    var relayOnly = false

    @Option(
        help: ArgumentHelp(
            "A STUN or TURN server; repeat for more (default: the exchange's). Write an IPv6 address in brackets, and : or @ in a password as %3A or %40.",
            valueName: "stun:host[:port]|turn[s]:user:password@host[:port][?transport=tcp]"))
    var ice: [String] = []

    @Option(help: "A local address to use; repeat for more (default: all).")
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
                throw ValidationError("--local-address: \(address) is not an IP address")
            }
            guard LocalAddresses.isHere(address) else {
                throw ValidationError(
                    "--local-address: \(address) is not an address of this machine; `ip address` lists them")
            }
        }
        guard !connectWhileRinging || trickle else {
            throw ValidationError("--connect-while-ringing needs --trickle")
        }
        guard !relayOnly || servers.isEmpty || servers.contains(where: { $0.relay != nil }) else {
            throw ValidationError(
                "--relay-only needs a turn: server among those of --ice, or no --ice at all: then the exchange's are used"
            )
        }
    }

    func apply(to client: inout ClientConfiguration) throws {
        client.trickles = trickle
        client.connectsWhileRinging = connectWhileRinging
        client.media.relayOnly = relayOnly
        client.media.localAddresses = localAddress
        client.media.iceServers = try ice.map(Self.server)
    }

    /// The files of `--trust-root` as one, for relays behind TLS.
    func trustRootsPath() throws -> String? {
        guard trustRoot.count > 1 else { return trustRoot.first }
        let path = FileManager.default.temporaryDirectory.appending(path: "carillon-roots-\(UUID().uuidString).pem")
        try trustRoot.map { try String(contentsOfFile: $0, encoding: .utf8) }.joined(separator: "\n")
            .write(to: path, atomically: true, encoding: .utf8)
        return path.path
    }

    /// Reads a value of `--ice`. A relay's username and password stand before its host. The username ends at the last
    /// colon, because a username for a shared secret contains one. A colon in a password is percent-encoded, as in any
    /// URL.
    package static func server(_ text: String) throws -> IceServer {
        do {
            guard let scheme = ["turn:", "turns:"].first(where: text.hasPrefix) else { return try IceServer(url: text) }
            guard let at = text.lastIndex(of: "@") else { throw IceServer.URLError.credentials }
            let identity = text[..<at].dropFirst(scheme.count)
            guard let colon = identity.lastIndex(of: ":"), let user = plain(identity[..<colon]),
                let password = plain(identity[identity.index(after: colon)...])
            else { throw IceServer.URLError.credentials }
            let url = "\(scheme)\(text[text.index(after: at)...])"
            return try IceServer(url: url, username: user, password: Redacted(password))
        } catch {
            throw ValidationError("--ice \(error): \(iceForm)")
        }
    }

    private static let iceForm =
        "stun:host[:port], turn:user:password@host[:port][?transport=udp|tcp] or turns:user:password@host[:port]"

    private static func plain(_ text: Substring) -> String? { String(text).removingPercentEncoding }
}
