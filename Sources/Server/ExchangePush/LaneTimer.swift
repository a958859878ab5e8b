internal import NIOCore

/// A lane's one timer. Isolation: the lane's event loop.
struct LaneTimer {
    private let loop: any EventLoop
    private let clock: PushClock
    private var moment: Duration?
    private var takeBack: (@Sendable () -> Void)?

    init(on loop: any EventLoop, clock: PushClock) {
        self.loop = loop
        self.clock = clock
    }

    /// Sees to it that the lane is woken by a moment; nil: not at all.
    ///
    /// A timer that comes too early does no harm, and moving it for every push would. Of a time that stands it is moved
    /// nevertheless: a test waits for the timer it expects.
    mutating func set(to wake: Duration?, _ wakeUp: @escaping @Sendable () -> Void) {
        guard let wake else { return cancel() }
        if let moment, moment == wake || (moment < wake && !clock.isStanding) { return }
        takeBack?()
        moment = wake
        takeBack = clock.schedule(at: wake, on: loop, wakeUp)
    }

    /// It has come.
    mutating func hasFired() { moment = nil }

    private mutating func cancel() {
        takeBack?()
        takeBack = nil
        moment = nil
    }
}
