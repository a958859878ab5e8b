/// Limits how long a process runs in the background.
extension DeviceMachine {
    /// How long a process survives after its background tasks expire. About a second is assumed (C71).
    static let backgroundGrace: Duration = .seconds(1)

    /// Whether the system lets the process run without limit, because a call, an action, a push or a report is under
    /// way.
    private var hasReasonToRun: Bool {
        calls.hasOwnCalls || calls.awaitsApp || pushes.delivery != nil || !pushes.waiting.isEmpty
    }

    /// Starts, changes or stops the deadline of the process in the background.
    mutating func reviewBackgroundTime(into effects: inout [DeviceEffect]) {
        guard process.life == .background, !hasReasonToRun else { return setClock(.stopped, into: &effects) }
        switch process.clock {
        case .untilKilled where !process.backgroundTasks.isEmpty: break
        case .stopped, .untilSuspension, .untilTasksExpire, .untilKilled:
            setClock(process.backgroundTasks.isEmpty ? .untilSuspension : .untilTasksExpire, into: &effects)
        }
    }

    mutating func setClock(_ clock: BackgroundDeadline, into effects: inout [DeviceEffect]) {
        guard clock != process.clock else { return }
        if let timer = Self.timer(of: process.clock) { effects.append(.stopTimer(timer)) }
        process.clock = clock
        guard let timer = Self.timer(of: clock) else { return }
        effects.append(.startTimer(timer, after: duration(of: clock)))
    }

    private static func timer(of clock: BackgroundDeadline) -> DeviceTimer? {
        switch clock {
        case .stopped: nil
        case .untilSuspension: .suspension
        case .untilTasksExpire: .backgroundTime
        case .untilKilled: .backgroundGrace
        }
    }

    private func duration(of clock: BackgroundDeadline) -> Duration {
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

/// The deadline of a process in the background.
public enum BackgroundDeadline: Hashable, Sendable {
    /// None: the process is not in the background, or it may run without limit.
    case stopped
    /// The process has nothing to do and is about to be suspended.
    case untilSuspension
    /// The process has background tasks, which are about to expire.
    case untilTasksExpire
    /// The tasks have expired and were not ended, so the process is about to be killed.
    case untilKilled
}

/// The app's own number for a background task.
public struct BackgroundTaskID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
