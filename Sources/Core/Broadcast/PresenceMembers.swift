public import WireJSON

/// The users in a presence channel, each once, however many sockets a user has.
///
/// Source: Pusher Channels protocol 7, “Presence channel events”.
public struct PresenceMembers: Hashable, Sendable {
    private struct Entry: Hashable {
        var member: PresenceMember
        var sockets: Int
    }

    private var entries: [Entry] = []
    private var indices: [String: Int] = [:]

    init() {}

    /// How many users are members, each counted once.
    public var count: Int { entries.count }
    /// The members in the order in which they came.
    public var members: [PresenceMember] { entries.map(\.member) }

    func contains(_ user: String) -> Bool { indices[user] != nil }

    /// Adds a socket of a user. Returns whether it is the user's first.
    mutating func join(_ member: PresenceMember) -> Bool {
        if let index = indices[member.user] {
            entries[index].sockets += 1
            return false
        }
        indices[member.user] = entries.count
        entries.append(Entry(member: member, sockets: 1))
        return true
    }

    /// Removes a socket of a user. Returns whether it was the user's last.
    mutating func leave(_ user: String) -> Bool {
        guard let index = indices[user] else { return false }
        entries[index].sockets -= 1
        guard entries[index].sockets == 0 else { return false }
        entries.remove(at: index)
        indices[user] = nil
        for later in index..<entries.count { indices[entries[later].member.user] = later }
        return true
    }
}

/// A user in a presence channel, as the application signed it.
public struct PresenceMember: Hashable, Sendable {
    /// The user's name; a number in the signed text counts as its digits.
    public let user: String
    /// The information for the other members, if any.
    public let info: JSONValue?

    public init(user: String, info: JSONValue?) {
        self.user = user
        self.info = info
    }
}

extension PresenceMember {
    /// Reads the `channel_data` of a subscription: `{"user_id": …, "user_info": …}`.
    ///
    /// - Returns: nil if it names no user.
    init?(channelData: String?) {
        guard let channelData, let object = (try? JSONParser.parse(text: channelData))?.object,
            let id = object["user_id"]
        else { return nil }
        let user = id.string ?? id.integer.map { "\($0)" }
        guard let user, !user.isEmpty, user.utf8.count <= BroadcastLimits.keyBytesMax else { return nil }
        self.init(user: user, info: object["user_info"])
    }
}
