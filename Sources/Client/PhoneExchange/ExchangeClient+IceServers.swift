public import CarillonRTC
import Foundation
import MediaEngine
import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// STUN and TURN servers for calls over the carrier, with credentials of this device.
extension ExchangeClient: IceServerSource {
    public func iceServers() async -> GivenIceServers? {
        guard let answer = await sessions.ask(.get("api/voip/ice-servers")), answer.isSuccess,
            let listed = answer.body["ice_servers"]?.array
        else { return nil }
        let entries = listed.prefix(MediaConfiguration.iceServersMax).compactMap(\.object)
        let ends = entries.compactMap { $0["expires_at"]?.string.flatMap(Self.moment) }
        let now = WallTime(clock.date)
        return GivenIceServers(
            servers: entries.flatMap(Self.servers), lifetime: ends.min().map { max($0.since(now), .zero) })
    }

    /// One for each address of an entry; what this device cannot use is left out.
    private static func servers(_ entry: JSONObject) -> [IceServer] {
        let urls = entry["urls"]?.array?.prefix(MediaConfiguration.iceServersMax).compactMap(\.string) ?? []
        return urls.compactMap { url in
            try? IceServer(
                url: url, username: entry["username"]?.string,
                password: entry["credential"]?.string.map { Redacted($0) })
        }
    }
}
