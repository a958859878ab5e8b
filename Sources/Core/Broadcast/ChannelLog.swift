/// The last events of a channel, so that whoever was away can be given what it missed.
///
/// Versions count by one. The first follows the moment at which the channel was made, in microseconds since 1970: so a
/// channel that was forgotten and made again, or an exchange that was restarted, never gives out a version twice, and a
/// version of before is known to be too old.
struct ChannelLog: Hashable, Sendable {
    private struct Entry: Hashable {
        var event: ChannelEvent
        var time: Duration
    }

    /// Of the newest event; where nothing was published yet: what the channel began with.
    private(set) var version: UInt64
    /// What the kept events take.
    private(set) var bytes = 0
    private var entries: [Entry] = []
    /// Entries before it are forgotten; they go for good once they are half of all.
    private var head = 0

    init(startingAfter version: UInt64) {
        self.version = version
    }

    var count: Int { entries.count - head }

    /// The oldest version from which on nothing is missing.
    private var floor: UInt64 { version - UInt64(count) }

    /// Counts an event, and keeps it within the bounds.
    ///
    /// - Parameter isKept: false when there is no room for it; then nothing from before it can be asked for any more.
    mutating func append(
        name: String, data: String, at now: Duration, isKept: Bool, within limits: BroadcastLimits
    ) -> ChannelEvent {
        version += 1
        let event = ChannelEvent(version: version, name: name, data: data)
        guard isKept else {
            clear()
            return event
        }
        entries.append(Entry(event: event, time: now))
        bytes += event.bytes
        while count > limits.logEventsMax || bytes > limits.logBytesMax { dropFirst() }
        trim(at: now, within: limits)
        return event
    }

    /// Forgets what is too old.
    mutating func trim(at now: Duration, within limits: BroadcastLimits) {
        while head < entries.count, now - entries[head].time > limits.logAgeMax { dropFirst() }
    }

    mutating func clear() {
        entries = []
        head = 0
        bytes = 0
    }

    /// What came after a version; nil when some of it is forgotten, or the version is none of this channel's.
    func events(since known: UInt64) -> [ChannelEvent]? {
        guard known >= floor, known <= version else { return nil }
        let missed = Int(version - known)
        return entries.suffix(missed).map(\.event)
    }

    private mutating func dropFirst() {
        bytes -= entries[head].event.bytes
        head += 1
        guard head * 2 > entries.count else { return }
        entries.removeFirst(head)
        head = 0
    }
}

/// An event that was published to a channel, as it is kept for whoever comes back.
public struct ChannelEvent: Hashable, Sendable {
    /// Counts the events of a channel; see `ChannelLog`.
    public let version: UInt64
    /// The event's name.
    public let name: String
    /// What the publisher said, as it said it: usually JSON.
    public let data: String

    public init(version: UInt64, name: String, data: String) {
        self.version = version
        self.name = name
        self.data = data
    }

    /// What it counts against the bounds: its texts, and what the records around them take.
    var bytes: Int { name.utf8.count + data.utf8.count + 96 }
}

/// The present state of things a channel tells of: the newest event of each, for whoever was away for too long.
///
/// A publisher gives such events a key; the last event of a key says that there is nothing more to know of it.
struct ChannelStates: Hashable, Sendable {
    private struct State: Hashable {
        var key: String
        var event: ChannelEvent
        var time: Duration
    }

    private var states: [State] = []
    private(set) var bytes = 0
    /// Whether a state had to go before its end: then the events are not the whole truth.
    private(set) var isComplete = true

    var isEmpty: Bool { states.isEmpty }

    /// In the order in which they were published.
    var events: [ChannelEvent] { states.map(\.event) }

    /// - Parameter isKept: false when there is no room for it.
    mutating func note(
        _ event: ChannelEvent, key: String, isLast: Bool, isKept: Bool, at now: Duration, within limits: BroadcastLimits
    ) {
        if let index = states.firstIndex(where: { $0.key == key }) { remove(at: index) }
        guard !isLast else { return }
        guard isKept else {
            isComplete = false
            return
        }
        if states.count >= limits.statesMax {
            remove(at: 0)
            isComplete = false
        }
        states.append(State(key: key, event: event, time: now))
        bytes += event.bytes + key.utf8.count
    }

    mutating func trim(at now: Duration, within limits: BroadcastLimits) {
        while let first = states.first, now - first.time > limits.stateAgeMax {
            remove(at: 0)
            isComplete = false
        }
    }

    private mutating func remove(at index: Int) {
        let state = states.remove(at: index)
        bytes -= state.event.bytes + state.key.utf8.count
    }
}
