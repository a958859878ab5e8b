import CNativeMedia
import MediaEngine
import Redaction
import Synchronization

/// The servers of a configuration with the addresses resolved so far.
struct ServerSearch: Sendable {
    /// The most relays. An agent contacts all relays at once over each of its addresses, so more would slow it down.
    private static let relaysMax = 8

    private let servers: [IceServer]
    /// The addresses of each host name.
    private(set) var addresses: [String: [String]] = [:]
    private var answered: Set<String> = []

    init(_ servers: [IceServer]) { self.servers = servers }

    /// The distinct host names to resolve. The tunnel resolves the name of a relay behind TLS.
    var hosts: [String] {
        var unique: [String] = []
        for server in servers where !server.isBehindTLS && !unique.contains(server.host) { unique.append(server.host) }
        return unique
    }

    mutating func note(_ found: [String], for host: String) {
        answered.insert(host)
        if !found.isEmpty { addresses[host] = found }
    }

    /// Uses earlier addresses of the names that are not found. Without a way to its name server, a system soon says that
    /// it knows no address.
    mutating func assume(_ earlier: [String: [String]]) { addresses.merge(earlier) { found, _ in found } }

    var isComplete: Bool { answered.count == hosts.count }

    /// The completed search for servers given as addresses.
    var numeric: ServerSearch {
        var copy = self
        for host in hosts { copy.note([host], for: host) }
        return copy
    }

    /// Whether a relay tells what a STUN server tells. It does so over UDP.
    var hasRelayOverUDP: Bool { servers.contains { $0.relay?.transport == .udp } }

    /// The STUN server; libnice uses one, so the first resolved one. A relay over UDP tells the same, but may refuse.
    var stun: IceEndpoint? {
        servers.lazy.filter { $0.relay == nil }.compactMap { endpoints($0).first }.first
    }

    /// The resolved relays. A relay with addresses of both families is tried with both, because a network may support
    /// either.
    var relays: [IceRelay] {
        let all = servers.flatMap { server -> [IceRelay] in
            guard let relay = server.relay, relay.transport != .tls else { return [] }
            return endpoints(server).map { endpoint in
                IceRelay(
                    server: endpoint, usesTCP: relay.transport == .tcp, username: relay.username,
                    password: relay.password)
            }
        }
        return Array(all.prefix(Self.relaysMax))
    }

    /// The relays behind TLS, each of which needs a tunnel.
    var relaysBehindTLS: [IceServer] { servers.filter(\.isBehindTLS) }

    private func endpoints(_ server: IceServer) -> [IceEndpoint] {
        (addresses[server.host] ?? []).map { IceEndpoint(address: $0, port: server.port) }
    }
}

extension IceServer {
    /// Whether it is a relay that needs a tunnel, because libnice knows no TLS.
    var isBehindTLS: Bool { relay?.transport == .tls }
}

/// Waits a moment for the names of a search, so that gathering begins soon, and longer for those that are found later.
/// Isolation: the loop's thread.
///
/// `@unchecked`: the loop calls `@Sendable` closures that use it, all of them on its own thread.
final class ServerResolution: @unchecked Sendable {
    /// The time of a name server that is near. libnice takes a STUN server before it gathers, and relays at any time.
    private static let beginning: Duration = .milliseconds(100)

    enum Step: Sendable {
        /// Gathering begins with the servers found so far. If the search is not complete, more steps follow.
        case begin(ServerSearch)
        /// Another name was found.
        case found(ServerSearch)
        /// All names are found, or the others are given up.
        case end
    }

    private var search: ServerSearch
    private let earlier: [String: [String]]
    private let report: @Sendable (Step) -> Void
    private var hasBegun = false
    private var isOver = false
    private var timers: [LoopTimer] = []

    /// - Parameter earlier: addresses of the names as they were found before. They are used if a name server is slow.
    init(_ search: ServerSearch, earlier: [String: [String]], report: @escaping @Sendable (Step) -> Void) {
        self.search = search
        self.earlier = earlier
        self.report = report
    }

    /// - Parameter limit: how long the names are looked up.
    func start(on loop: EventLoop, limit: Duration) {
        let patience = search.hasRelayOverUDP ? min(Self.beginning, limit) : limit
        let (begin, giveUp) = (LoopTimer(on: loop) { self.begin() }, LoopTimer(on: loop) { self.end() })
        begin.arm(after: patience)
        giveUp.arm(after: limit)
        timers = [begin, giveUp]
    }

    func found(_ addresses: [String], for host: String) {
        guard !isOver else { return }
        search.note(addresses, for: host)
        if hasBegun { report(.found(search)) }
        if search.isComplete { end() }
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        search.assume(earlier)
        report(.begin(search))
    }

    private func end() {
        guard !isOver else { return }
        isOver = true
        timers = []
        begin()
        report(.end)
    }
}

/// Resolves host names on a loop without blocking it.
enum HostLookup {
    private final class Answer: Sendable {
        let receive: @Sendable ([String]) -> Void
        init(_ receive: @escaping @Sendable ([String]) -> Void) { self.receive = receive }
    }

    /// Finds the first address of each family, IPv4 first, because a network may support either.
    ///
    /// Isolation: the loop's thread, on which `answer` is called once; it is called at once for a numeric address.
    static func find(_ host: String, on loop: EventLoop, answer: @escaping @Sendable ([String]) -> Void) {
        if LocalAddresses.isNumeric(host) { return answer([host]) }
        let context = Unmanaged.passRetained(Answer(answer)).toOpaque()
        cm_loop_resolve(
            loop.handle, host,
            { context, ipv4, ipv6 in
                guard let context else { return }
                let answer = Unmanaged<Answer>.fromOpaque(context).takeRetainedValue()
                answer.receive([ipv4, ipv6].compactMap { $0.map { String(cString: $0) } })
            }, context)
    }
}

/// The numeric address and port of a server.
struct IceEndpoint: Hashable, Sendable {
    var address: String
    var port: UInt16
}

/// A TURN server whose name was resolved.
struct IceRelay: Hashable, Sendable {
    var server: IceEndpoint
    var usesTCP: Bool
    var username: String
    var password: Redacted<String>
}

/// A tunnel to one relay behind TLS: a local port to which libnice speaks TURN over TCP.
///
/// Isolation: the connection's actor creates and releases it, on the loop's thread.
final class RelayTunnel {
    private let handle: OpaquePointer
    /// The local relay that the agent uses instead of the server.
    let relay: IceRelay
    /// The server as a URL.
    let name: String

    /// Opens the local port. Isolation: the loop's thread.
    ///
    /// - Parameters:
    ///   - roots: the path of a PEM file with authorities trusted in addition to the system's.
    ///   - ipv6: whether the agent has IPv6 addresses only, because it uses relays of its own address family.
    /// - Returns: nil if the server is no relay, no port is available, or the file may not be read.
    init?(to server: IceServer, on loop: EventLoop, roots: String?, ipv6: Bool) {
        guard let relay = server.relay else { return nil }
        var port: UInt16 = 0
        guard let handle = cm_tunnel_create(loop.handle, server.host, server.port, roots, ipv6, &port) else {
            return nil
        }
        self.handle = handle
        name = "turns:\(server.host.contains(":") ? "[\(server.host)]" : server.host):\(server.port)"
        self.relay = IceRelay(
            server: IceEndpoint(address: ipv6 ? "::1" : "127.0.0.1", port: port), usesTCP: true,
            username: relay.username, password: relay.password)
    }

    deinit { cm_tunnel_free(handle) }
}
