import MediaEngine
import Redaction
import Verto

/// STUN and TURN servers from elsewhere than the server itself.
extension ClientMachine {
    /// Until they are asked for again, where they could not be had.
    static let iceServersRetry = Duration.seconds(60)

    /// A login follows every change of network, so what a restart uses is of this network.
    mutating func fetchIceServers(into effects: inout [ClientEffect]) {
        guard settings.fetchesIceServers else { return }
        iceServersDue = nil
        effects.append(.fetchIceServers)
    }

    mutating func take(_ given: GivenIceServers?, at now: Duration, into effects: inout [ClientEffect]) {
        guard let given else {
            iceServersDue = now + Self.iceServersRetry
            return
        }
        iceServersDue = given.lifetime.map { now + $0 / 2 }
        effects.append(.useIceServers(Array(given.servers.prefix(MediaConfiguration.iceServersMax))))
    }
}

extension GivenIceServers {
    /// Those of the exchange that this device can use; an address that it does not understand is left out.
    init(_ given: VertoIceServers) {
        let servers = given.servers.flatMap { server in
            server.urls.compactMap { url in
                try? IceServer(url: url, username: server.username?.revealed, password: server.credential)
            }
        }
        self.init(servers: servers, lifetime: given.lifetime)
    }
}
