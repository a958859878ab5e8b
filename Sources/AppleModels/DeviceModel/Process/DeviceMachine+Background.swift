/// How long a process may run in the background.
extension DeviceMachine {
    /// How long a process lives on that was told that its background time is over. Assumed: about a second (C71).
    static let backgroundGrace: Duration = .seconds(1)

    /// Whether the system lets the process run without limit: for a call, an action, a push or a report under way.
    private var hasReasonToRun: Bool {
        calls.hasOwnCalls || calls.awaitsApp || pushes.delivery != nil || !pushes.waiting.isEmpty
    }

    /// Starts and stops the clock of the background as its causes come and go.
    mutating func reviewBackgroundTime(into effects: inout [DeviceEffect]) {
        guard process.life == .background, !hasReasonToRun else { return setClock(.stopped, into: &effects) }
        switch process.clock {
        case .untilKilled where !process.backgroundTasks.isEmpty: break
        case .stopped, .untilSuspension, .untilTasksExpire, .untilKilled:
            setClock(process.backgroundTasks.isEmpty ? .untilSuspension : .untilTasksExpire, into: &effects)
        }
    }

    mutating func setClock(_ clock: BackgroundClock, into effects: inout [DeviceEffect]) {
        guard clock != process.clock else { return }
        if let timer = Self.timer(of: process.clock) { effects.append(.stopTimer(timer)) }
        process.clock = clock
        guard let timer = Self.timer(of: clock) else { return }
        effects.append(.startTimer(timer, after: duration(of: clock)))
    }

    private static func timer(of clock: BackgroundClock) -> DeviceTimer? {
        switch clock {
        case .stopped: nil
        case .untilSuspension: .suspension
        case .untilTasksExpire: .backgroundTime
        case .untilKilled: .backgroundGrace
        }
    }

    private func duration(of clock: BackgroundClock) -> Duration {
        switch clock {
        case .stopped: .zero
        case .untilSuspension: policy.process.suspensionDelay
        case .untilTasksExpire: policy.process.backgroundTaskLimit
        case .untilKilled: Self.backgroundGrace
        }
    }

    mutating func suspend(into effects: inout [DeviceEffect]) {
        guard process.clock == .untilSuspension else { return }
        process.clock = .stopped
        change(to: .suspended, into: &effects)
    }

    mutating func expireBackgroundTasks(into effects: inout [DeviceEffect]) {
        guard process.clock == .untilTasksExpire else { return }
        process.clock = .stopped
        setClock(.untilKilled, into: &effects)
        for task in process.backgroundTasks {
            call(.process(.backgroundTaskExpired(task)), into: &effects)
        }
    }

    mutating func killForBackgroundTime(into effects: inout [DeviceEffect]) {
        guard process.clock == .untilKilled else { return }
        process.clock = .stopped
        terminate(.backgroundTimeExceeded, into: &effects)
    }
}

/// What a process in the background waits for.
public enum BackgroundClock: Hashable, Sendable {
    /// Nothing: it is not in the background, or has a reason to run.
    case stopped
    /// Its suspension; it has nothing to do.
    case untilSuspension
    /// The end of its background tasks' time.
    case untilTasksExpire
    /// Its end: the tasks' time is over and they were not ended.
    case untilKilled
}

/// The app's own name for a background task.
public struct BackgroundTaskID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
