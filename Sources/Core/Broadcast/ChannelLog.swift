/// The last events of a channel, so that a client that was away can be sent the events it missed.
///
/// Versions count by one. The first follows the moment at which the channel was made, in microseconds since 1970. So no
/// version is given out twice, even if the channel is forgotten and made again or the exchange restarts, and a version
/// from before is recognized as too old.
struct ChannelLog: Hashable, Sendable {
    private struct Entry: Hashable {
        var event: ChannelEvent
        var time: Duration
    }

    /// The version of the newest event; before the first event, the version the channel began with.
    private(set) var version: UInt64
    /// The bytes of the kept events.
    private(set) var bytes = 0
    private var entries: [Entry] = []
    /// Entries before this index are forgotten; they are removed once they are half of all.
    private var head = 0

    init(startingAfter version: UInt64) {
        self.version = version
    }

    var count: Int { entries.count - head }

    /// The oldest version after which no event is missing.
    private var floor: UInt64 { version - UInt64(count) }

    /// Counts an event, and keeps it within the bounds.
    ///
    /// - Parameter isKept: false if there is no room for the event; then the earlier events are dropped too.
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

    /// Forgets the events that are too old.
    mutating func trim(at now: Duration, within limits: BroadcastLimits) {
        while head < entries.count, now - entries[head].time > limits.logAgeMax { dropFirst() }
    }

    mutating func clear() {
        entries = []
        head = 0
        bytes = 0
    }

    /// The events after a version; nil: some of them are forgotten, or the version is not of this channel.
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

/// An event that was published to a channel, as it is kept for clients that come back.
public struct ChannelEvent: Hashable, Sendable {
    /// Counts the events of a channel; see `ChannelLog`.
    public let version: UInt64
    /// The event's name.
    public let name: String
    /// The publisher's data, unchanged: usually JSON.
    public let data: String

    public init(version: UInt64, name: String, data: String) {
        self.version = version
        self.name = name
        self.data = data
    }

    /// The bytes that count against the bounds: its texts and the records around them.
    var bytes: Int { name.utf8.count + data.utf8.count + 96 }
}

/// The newest event of each key of a channel, for clients that were away longer than the log lasts.
///
/// A publisher gives a key to events that tell the state of something. The last event of a key ends that state.
struct ChannelStates: Hashable, Sendable {
    private struct State: Hashable {
        var key: String
        var event: ChannelEvent
        var time: Duration
    }

    private var states: [State] = []
    private(set) var bytes = 0
    /// Whether ``events`` are all states, which they are not once a state was dropped before its end.
    private(set) var isComplete = true

    var isEmpty: Bool { states.isEmpty }

    /// The states in the order in which they were published.
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
