import MediaEngine

/// The servers of a configuration with the addresses found for their names so far.
struct ServerSearch: Sendable {
    /// An agent asks every relay at once, over each of its addresses: more would only slow it down.
    private static let relaysMax = 8

    private let servers: [IceServer]
    private var addresses: [String: [String]] = [:]
    private var answered: Set<String> = []

    init(_ servers: [IceServer]) { self.servers = servers }

    /// Each once. The name of a relay behind TLS is looked up by who connects to it.
    var hosts: [String] {
        var unique: [String] = []
        for server in servers where !server.isBehindTLS && !unique.contains(server.host) { unique.append(server.host) }
        return unique
    }

    mutating func note(_ found: [String], for host: String) {
        answered.insert(host)
        addresses[host] = found
    }

    var isComplete: Bool { answered.count == hosts.count }

    /// For servers that were given as addresses.
    var numeric: ServerSearch {
        var copy = self
        for host in hosts { copy.note([host], for: host) }
        return copy
    }

    /// libnice asks one STUN server: the first found. None where there is a relay over UDP, which tells the same: with both
    /// libnice is done a second later.
    var stun: IceEndpoint? {
        guard !relays.contains(where: { !$0.usesTCP }) else { return nil }
        return servers.lazy.filter { $0.relay == nil }.compactMap { endpoints($0).first }.first
    }

    /// A relay whose name has addresses of both families is asked by both: which of them a network carries is seen then.
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

    /// Relays that need a tunnel each.
    var relaysBehindTLS: [IceServer] { servers.filter(\.isBehindTLS) }

    private func endpoints(_ server: IceServer) -> [IceEndpoint] {
        (addresses[server.host] ?? []).map { IceEndpoint(address: $0, port: server.port) }
    }
}

extension IceServer {
    fileprivate var isBehindTLS: Bool { relay?.transport == .tls }
}
