/// Who is in a presence channel: each user once, however many sockets there are.
///
/// Source: Pusher Channels protocol 7, “Presence channel events”.
public struct PresenceRoster: Hashable, Sendable {
    private struct Entry: Hashable {
        var member: PresenceMember
        var sockets: Int
    }

    private var entries: [Entry] = []
    private var indices: [String: Int] = [:]

    init() {}

    public var count: Int { entries.count }
    /// In the order in which they came.
    public var members: [PresenceMember] { entries.map(\.member) }

    func contains(_ user: String) -> Bool { indices[user] != nil }

    /// A socket of a user came; whether it is the user's first.
    mutating func join(_ member: PresenceMember) -> Bool {
        if let index = indices[member.user] {
            entries[index].sockets += 1
            return false
        }
        indices[member.user] = entries.count
        entries.append(Entry(member: member, sockets: 1))
        return true
    }

    /// A socket of a user is gone; whether it was the user's last.
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
