internal import NIOCore
internal import PushDelivery
internal import PushPayload
internal import Synchronization

/// Pushes on their way from any thread to the event loop of a lane: a burst wakes the loop once.
final class LaneInbox: Sendable {
    typealias Caller = CheckedContinuation<PushOutcome, Never>

    struct Item: Sendable {
        var push: PreparedPush
        var wall: WallTime
        var caller: Caller
    }

    private struct State: Sendable {
        var items: [Item] = []
        var nextReference: UInt64 = 0
    }

    private let state = Mutex(State())

    /// Puts one in. Answers whether the loop is to be woken.
    func put(_ push: PreparedPush, wall: WallTime, _ caller: Caller) -> Bool {
        state.withLock { state in
            var push = push
            push.reference = state.nextReference
            state.nextReference += 1
            state.items.append(Item(push: push, wall: wall, caller: caller))
            return state.items.count == 1
        }
    }

    func takeAll() -> [Item] {
        state.withLock { state in
            let items = state.items
            state.items = []
            return items
        }
    }
}

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
