import MediaEngine

/// The servers of a configuration with the addresses found for their names so far.
struct ServerSearch: Sendable {
    private let servers: [IceServer]
    private var addresses: [String: String] = [:]
    private var answered: Set<String> = []

    init(_ servers: [IceServer]) { self.servers = servers }

    /// Each once.
    var hosts: [String] {
        var unique: [String] = []
        for server in servers where !unique.contains(server.host) { unique.append(server.host) }
        return unique
    }

    mutating func note(_ address: String?, for host: String) {
        answered.insert(host)
        addresses[host] = address
    }

    var isComplete: Bool { answered.count == hosts.count }

    /// For servers that were given as addresses.
    var numeric: ServerSearch {
        var copy = self
        for host in hosts { copy.note(host, for: host) }
        return copy
    }

    /// libnice asks one STUN server: the first found.
    var stun: IceEndpoint? {
        servers.lazy.filter { $0.relay == nil }.compactMap { endpoint($0) }.first
    }

    var relays: [IceRelay] {
        servers.compactMap { server in
            guard let relay = server.relay, let endpoint = endpoint(server) else { return nil }
            return IceRelay(
                server: endpoint, usesTCP: relay.transport == .tcp, username: relay.username, password: relay.password)
        }
    }

    private func endpoint(_ server: IceServer) -> IceEndpoint? {
        addresses[server.host].map { IceEndpoint(address: $0, port: server.port) }
    }
}
