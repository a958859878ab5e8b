internal import NIOCore
internal import PushDelivery
internal import PushPayload
internal import Synchronization

/// The pushes on their way from any thread to the event loop of a lane: a burst wakes the loop once.
final class PushInbox: Sendable {
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

    /// Adds a push. Returns whether the loop has to be woken.
    func put(_ push: PreparedPush, wall: WallTime, _ caller: Caller) -> Bool {
        state.withLock { state in
            var push = push
            push.reference = state.nextReference
            state.nextReference += 1
            state.items.append(Item(push: push, wall: wall, caller: caller))
            return state.items.count == 1
        }
    }

    func removeAll() -> [Item] {
        state.withLock { state in
            let items = state.items
            state.items = []
            return items
        }
    }
}

/// The single timer of a lane. Isolation: the lane's event loop.
struct PushTimer {
    private let loop: any EventLoop
    private let clock: PushClock
    private var moment: Duration?
    private var cancelAction: (@Sendable () -> Void)?

    init(on loop: any EventLoop, clock: PushClock) {
        self.loop = loop
        self.clock = clock
    }

    /// Sets the timer so that the lane wakes at this moment or earlier; nil: cancels the timer.
    ///
    /// A timer that fires too early is harmless, and moving it for every push would be costly. With a standing clock
    /// the timer is moved nevertheless: a test waits for the timer that it expects.
    mutating func set(to wake: Duration?, _ wakeUp: @escaping @Sendable () -> Void) {
        guard let wake else { return cancel() }
        if let moment, moment == wake || (moment < wake && !clock.isStanding) { return }
        cancelAction?()
        moment = wake
        cancelAction = clock.schedule(at: wake, on: loop, wakeUp)
    }

    /// The timer has fired.
    mutating func hasFired() { moment = nil }

    private mutating func cancel() {
        cancelAction?()
        cancelAction = nil
        moment = nil
    }
}
