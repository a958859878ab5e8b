import Synchronization

/// Passes the log to a service that collects crashes. Such services start when the app is first on the screen, long
/// after the first line. Until then the latest lines wait.
nonisolated public final class CrashLog: LogSink {
    /// The most lines that wait: enough for a launch and a call.
    public static let waitingMax = 64

    private struct State {
        var crash: (any CrashSink)?
        var waiting: [LogRecord] = []
        var keys: [CrashKey: String] = [:]
    }

    private let state = Mutex(State())

    /// Makes a log without a service.
    public init() {}

    /// Attaches the service. It receives the waiting lines, and every line from now on.
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

    public func write(_ record: LogRecord) {
        let crash = state.withLock { state in
            if state.crash == nil {
                if state.waiting.count == Self.waitingMax { state.waiting.removeFirst() }
                state.waiting.append(record)
            }
            return state.crash
        }
        if let crash { Self.hand(record, to: crash) }
    }

    /// Sets a value that is reported with a crash from now on.
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
    /// Notes a line of the log that may explain a later crash.
    func leave(breadcrumb: String)

    /// Reports an error after which the app went on.
    func record(failure: String)

    /// Sets a value that is reported with a crash; `nil` removes it.
    func set(_ key: CrashKey, to value: String?)
}

/// A value that is reported with a crash. None identifies a person.
public enum CrashKey: String, CaseIterable, Hashable, Sendable {
    /// The call that changed last.
    case call = "call_id"
    /// The direction of that call: a `CallDirection` as text.
    case direction = "call_direction"
    /// The progress of that call: a `CallPhase` as text.
    case phase = "call_phase"
    /// The number of calls on the screen, as decimal digits.
    case callCount = "call_count"
}
