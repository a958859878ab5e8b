/// One channel: who listens, what was said, who is there.
struct BroadcastChannel: Hashable, Sendable {
    let name: String
    let kind: ChannelKind
    let isCache: Bool
    /// Those who are told events as Pusher tells them.
    private(set) var plain: [BroadcastConnectionID] = []
    /// Those who are told an event's version with it.
    private(set) var versioned: [BroadcastConnectionID] = []
    var roster = PresenceRoster()
    var log: ChannelLog
    var states = ChannelStates()
    /// The last event of a cache channel.
    var cached: ChannelEvent?
    /// When something last happened here, so that what nobody uses can be forgotten.
    var touchedAt: Duration

    init(name: String, startingAfter version: UInt64, at now: Duration) {
        self.name = name
        kind = ChannelKind(channel: name)
        isCache = ChannelKind.isCache(channel: name)
        log = ChannelLog(startingAfter: version)
        touchedAt = now
    }

    var listenerCount: Int { plain.count + versioned.count }

    /// What its memory counts against the bound of all.
    var bytes: Int { log.bytes + states.bytes + (cached?.bytes ?? 0) }

    mutating func add(_ id: BroadcastConnectionID, isVersioned: Bool) {
        if isVersioned { versioned.append(id) } else { plain.append(id) }
    }

    mutating func remove(_ id: BroadcastConnectionID, isVersioned: Bool) {
        if isVersioned { Self.remove(id, from: &versioned) } else { Self.remove(id, from: &plain) }
    }

    /// The order of listeners is nobody's business, so the last takes the place that becomes free.
    private static func remove(_ id: BroadcastConnectionID, from list: inout [BroadcastConnectionID]) {
        guard let index = list.firstIndex(of: id) else { return }
        list.swapAt(index, list.count - 1)
        list.removeLast()
    }
}
