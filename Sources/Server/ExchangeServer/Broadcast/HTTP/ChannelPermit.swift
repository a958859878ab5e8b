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
    /// every private one, but is nobody who could be present. A device's channel is that device's alone: whoever listens
    /// there is taken for the device.
    ///
    /// - Throws: `Problem` when the channel is not the asker's.
    init(_ channel: String, for asker: APIAsker, _ backend: APIBackend) async throws {
        let refusal = Problem(.forbidden, "That channel is not yours.")
        let kind = ChannelKind(channel: channel)
        // Let in by signing in, never by a signature for the channel.
        guard kind != .user else { throw refusal }
        if let device = ChannelName.device(of: channel) {
            guard Self.isOwn(DeviceID(device), of: asker, backend.rings.book) else { throw refusal }
            channelData = nil
            return
        }
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

    /// A device of the configuration proves no more than whose it is.
    private static func isOwn(_ device: DeviceID, of asker: APIAsker, _ book: DeviceBook) -> Bool {
        switch asker {
        case .session(let session): session.device == device.rawValue
        case .user(let user): !book.isOfAccount(device) && book.device(device)?.user == user
        case .operatorToken, .apple: false
        }
    }

    private static func member(_ user: UserID, _ backend: APIBackend) async throws -> String {
        try await who(user, named: "user_id", backend)
    }

    /// Who signs in, exactly as it has to be shown. Source: Pusher Channels, “User authentication”.
    static func userData(of user: UserID, _ backend: APIBackend) async throws -> String {
        try await who(user, named: "id", backend)
    }

    private static func who(_ user: UserID, named key: String, _ backend: APIBackend) async throws -> String {
        let name = try await backend.onLoop { $0.directory.user(user)?.displayName?.revealed } ?? user.rawValue
        var data: JSONObject = [:]
        data[key] = .string(user.rawValue)
        data["user_info"] = ["name": .string(name)]
        return data.jsonText
    }
}
