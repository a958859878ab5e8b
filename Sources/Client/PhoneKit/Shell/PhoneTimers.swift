package import PhoneCore

/// The phone's deadlines: one task for each that is running.
@MainActor
package final class PhoneTimers: PhoneEventSource {
    package weak var sink: (any PhoneEventSink)?
    private let clock: any PhoneClock
    private var tasks: [PhoneTimer: Task<Void, Never>] = [:]

    package init(clock: any PhoneClock) {
        self.clock = clock
    }

    deinit {
        for task in tasks.values { task.cancel() }
    }

    /// Starts a deadline, in place of one of the same name.
    package func start(_ timer: PhoneTimer, after delay: Duration) {
        stop(timer)
        let deadline = clock.now + delay
        tasks[timer] = Task { [weak self, clock] in
            do { try await clock.wait(until: deadline) } catch { return }
            guard !Task.isCancelled else { return }
            self?.pass(timer)
        }
    }

    /// Gives up a deadline, if it is running.
    package func stop(_ timer: PhoneTimer) {
        tasks.removeValue(forKey: timer)?.cancel()
    }

    private func pass(_ timer: PhoneTimer) {
        tasks[timer] = nil
        sink?.send(.timer(timer))
    }
}
