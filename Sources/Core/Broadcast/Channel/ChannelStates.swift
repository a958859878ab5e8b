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
