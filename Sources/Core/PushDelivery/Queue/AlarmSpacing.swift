/// Keeps an alarm that every push would raise from being told more often than somebody can look into it.
struct AlarmSpacing: Hashable, Sendable {
    /// The same alarm is told at most this often.
    static let spacing = Duration.seconds(60)
    /// The most different alarms remembered; there are not many more kinds.
    static let countMax = 32

    private struct Raised: Hashable {
        var alarm: PushAlarm
        var at: Duration
    }

    private var raised: [Raised] = []

    /// Whether to tell it now.
    mutating func mayRaise(_ alarm: PushAlarm, at now: Duration) -> Bool {
        if let index = raised.firstIndex(where: { $0.alarm == alarm }) {
            guard now >= raised[index].at + Self.spacing else { return false }
            raised.remove(at: index)
        }
        if raised.count >= Self.countMax { raised.removeFirst() }
        raised.append(Raised(alarm: alarm, at: now))
        return true
    }
}
