internal import Broadcast
internal import CallModel
internal import HTTPTypes
internal import Redaction
internal import WireJSON

/// That somebody may listen to a channel of the exchange's own application, and as whom.
struct ChannelPermit: Sendable {
    /// Who the client is in a presence channel, exactly as it has to show it.
    let channelData: String?

    /// A user's own channel is the user's, an organisation's its members'; who holds a token of the API may listen to
    /// every private one, but is nobody who could be present.
    ///
    /// - Throws: `Problem` when the channel is not the asker's.
    init(_ channel: String, for asker: APIAsker, _ backend: APIBackend) async throws {
        let refusal = Problem(.forbidden, "That channel is not yours.")
        let kind = ChannelKind(channel: channel)
        guard let user = asker.user else {
            guard kind == .private else { throw refusal }
            channelData = nil
            return
        }
        if channel == ChannelName.ofUser(user.rawValue) {
            channelData = nil
            return
        }
        guard let organization = ChannelName.organization(of: channel),
            try await backend.memberships.contain(user, in: organization)
        else { throw refusal }
        channelData = kind == .presence ? try await Self.member(user, backend) : nil
    }

    private static func member(_ user: UserID, _ backend: APIBackend) async throws -> String {
        let name = try await backend.onLoop { $0.directory.user(user)?.displayName?.revealed } ?? user.rawValue
        let data: JSONObject = ["user_id": .string(user.rawValue), "user_info": ["name": .string(name)]]
        return data.jsonText
    }
}
