internal import Foundation
internal import NIOCore
package import PushPayload
internal import Synchronization

/// The clock of a push sender: monotonic since its start, with the calendar beside it. Tests advance both at once, and
/// may use a clock that stands still in between. Isolation: any thread.
package final class PushClock: Sendable {
    private struct Alarm: Sendable {
        var moment: Duration
        var wake: @Sendable () -> Void
    }

    private struct Listener: Sendable {
        var waits: ClosedRange<Duration>
        var continuation: CheckedContinuation<Duration, Never>
    }

    private struct State {
        var skipped = Duration.zero
        /// Only used by a standing clock.
        var alarms: [Int: Alarm] = [:]
        var nextAlarm = 0
        var listeners: [Listener] = []
    }

    private let origin = NIODeadline.now()
    private let calendarOrigin = Date()
    /// Whether the time passes only when it is advanced.
    let isStanding: Bool
    private let state = Mutex(State())

    /// - Parameter isStanding: whether the time passes only when it is advanced.
    package init(isStanding: Bool = false) { self.isStanding = isStanding }

    /// The time since the start.
    var now: Duration { passed + state.withLock(\.skipped) }

    private var passed: Duration {
        isStanding ? .zero : .nanoseconds((NIODeadline.now() - origin).nanoseconds)
    }

    /// The time by the machine's calendar.
    package var wall: WallTime {
        let machine = isStanding ? calendarOrigin : Date()
        return WallTime(milliseconds: Int64(machine.timeIntervalSince1970 * 1_000))
            .advanced(by: state.withLock(\.skipped))
    }

    /// Advances the time at once. A running clock keeps its timers; a standing one fires those that are due then.
    package func advance(by step: Duration) {
        let due = state.withLock { state in
            state.skipped += step
            let due = state.alarms.filter { $0.value.moment <= state.skipped }
            for number in due.keys { state.alarms[number] = nil }
            return due.values.sorted { $0.moment < $1.moment }
        }
        for alarm in due { alarm.wake() }
    }

    /// Waits on a standing clock for a timer whose wait lies within a range, and returns that wait.
    package func timer(in waits: ClosedRange<Duration>) async -> Duration {
        await withCheckedContinuation { continuation in
            let wait = state.withLock { state in
                let wait = state.alarms.values.map { $0.moment - state.skipped }.filter(waits.contains).min()
                if wait == nil { state.listeners.append(Listener(waits: waits, continuation: continuation)) }
                return wait
            }
            if let wait { continuation.resume(returning: wait) }
        }
    }

    /// Wakes a loop at a moment. Returns a function that cancels this.
    func schedule(
        at moment: Duration, on loop: any EventLoop, _ wake: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        guard isStanding else {
            let task = loop.scheduleTask(deadline: deadline(at: moment), wake)
            return { task.cancel() }
        }
        let alarm = Alarm(moment: moment) { loop.execute(wake) }
        let (number, wait, listeners) = state.withLock { state in
            let wait = moment - state.skipped
            // A moment that has already passed is not woken by a later advance.
            guard wait > .zero else { return (0, wait, [Listener]()) }
            state.nextAlarm += 1
            state.alarms[state.nextAlarm] = alarm
            defer { state.listeners.removeAll { $0.waits.contains(wait) } }
            return (state.nextAlarm, wait, state.listeners.filter { $0.waits.contains(wait) })
        }
        for listener in listeners { listener.continuation.resume(returning: wait) }
        if wait <= .zero { alarm.wake() }
        return { [weak self] in self?.state.withLock { $0.alarms[number] = nil } }
    }

    private func deadline(at moment: Duration) -> NIODeadline {
        let (seconds, attoseconds) = (moment - state.withLock(\.skipped)).components
        return origin + .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
