internal import Verto

/// STUN and TURN servers for devices that ask: each has credentials of its own.
extension VertoGateway {
    /// For the result of a login; nil: the client did not ask, or there are none.
    func iceServers(for connection: GatewayConnection) -> VertoIceServers? {
        guard connection.wantsIceServers, !iceServerEntries.isEmpty else { return nil }
        return issueIceServers(to: connection)
    }

    func issueIceServers(to connection: GatewayConnection) -> VertoIceServers {
        let now = calendarNow
        // One of the user's own password is told apart by its session, as the exchange tells devices apart.
        let holder = connection.identity?.device ?? VertoServerSession.publicName(of: connection.session.sessionID)
        let issued = iceServerEntries.map { IssuedIceServer($0, for: "device:\(holder)", at: now) }
        return VertoIceServers(
            servers: issued.map { .init(urls: $0.urls, username: $0.username, credential: $0.credential) },
            lifetime: issued.compactMap(\.expiresAt).min().map { .seconds(max($0 - now, 0) / 1_000_000) })
    }
}
