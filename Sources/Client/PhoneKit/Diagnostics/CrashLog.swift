import Synchronization

/// Hands the log to a service that collects crashes, once there is one: such services start when the app is first on
/// the screen, long after the first line. What is written before waits, as much as there is room for.
nonisolated public final class CrashLog: LogSink {
    /// The most lines that wait: those of a launch and a call.
    public static let waitingMax = 64

    private struct State {
        var crash: (any CrashSink)?
        var waiting: [LogRecord] = []
        var keys: [CrashKey: String] = [:]
    }

    private let state = Mutex(State())

    /// No service yet.
    public init() {}

    /// The service is there: it gets what waited, and everything from now on.
    public func attach(_ crash: any CrashSink) {
        let (waiting, keys) = state.withLock { state in
            state.crash = crash
            defer { state.waiting = [] }
            return (state.waiting, state.keys)
        }
        for key in CrashKey.allCases {
            if let value = keys[key] { crash.set(key, to: value) }
        }
        for record in waiting { Self.hand(record, to: crash) }
    }

    public func take(_ record: LogRecord) {
        let crash = state.withLock { state in
            if state.crash == nil {
                if state.waiting.count == Self.waitingMax { state.waiting.removeFirst() }
                state.waiting.append(record)
            }
            return state.crash
        }
        if let crash { Self.hand(record, to: crash) }
    }

    /// Says what stands beside a crash from now on.
    func set(_ key: CrashKey, to value: (any Loggable)?) {
        let text = value?.logged
        let crash = state.withLock { state in
            state.keys[key] = text
            return state.crash
        }
        crash?.set(key, to: text)
    }

    private static func hand(_ record: LogRecord, to crash: any CrashSink) {
        let line = "\(record.level.name) \(record.category.rawValue): \(record.text)"
        record.level == .error ? crash.record(failure: line) : crash.leave(breadcrumb: line)
    }
}

/// A service that collects crashes, such as Crashlytics. An adapter in the app is its only user.
nonisolated public protocol CrashSink: Sendable {
    /// A step on the way to a crash.
    func leave(breadcrumb: String)

    /// Something went wrong, and the app went on.
    func record(failure: String)

    /// What stands beside a crash; `nil` takes it away.
    func set(_ key: CrashKey, to value: String?)
}

/// What stands beside a crash. None of it names a person.
public enum CrashKey: String, CaseIterable, Hashable, Sendable {
    /// The call that changed last.
    case call = "call_id"
    case direction = "call_direction"
    case phase = "call_phase"
    case callCount = "call_count"
}
