/// The store's time, the same for everybody who works on it.
public protocol RingClock: Sendable {
    /// Since 1970.
    var now: Duration { get }
    /// Returns then, or when the task is cancelled.
    func sleep(until moment: Duration) async
}
