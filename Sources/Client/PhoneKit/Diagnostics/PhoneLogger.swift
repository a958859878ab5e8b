public import Clocks
public import PhoneCore
import Synchronization

/// The phone's log, with levels, categories and the context of each line. Names, numbers, tokens and SDP cannot be
/// written to it.
///
/// Making one touches no framework. Every method may be called from any thread.
nonisolated public final class PhoneLogger: Sendable {
    private struct State {
        var ring: LogRing
        var count: UInt64 = 0
    }

    private let settings: LogSettings
    private let sinks: [any LogSink]
    private let clock: any TimeSource
    private let state: Mutex<State>

    /// Makes an empty log.
    ///
    /// - Parameters:
    ///   - settings: which lines are kept, and how many.
    ///   - sinks: receive each line that is kept.
    ///   - clock: the time of each line.
    public init(_ settings: LogSettings = LogSettings(), sinks: [any LogSink] = [], clock: any TimeSource) {
        self.settings = settings
        self.sinks = sinks
        self.clock = clock
        state = Mutex(State(ring: LogRing(capacity: settings.linesMax)))
    }

    /// Writes a line.
    public func write(
        _ level: LogLevel, _ category: LogCategory, _ text: @autoclosure () -> LogText,
        about context: LogContext = LogContext()
    ) {
        guard settings.isEnabled(level, category) else { return }
        let text = text()
        let now = clock.now
        let record = state.withLock { state in
            state.count += 1
            let record = LogRecord(
                number: state.count, time: now, level: level, category: category, context: context, text: text)
            state.ring.add(record)
            return record
        }
        for sink in sinks { sink.write(record) }
    }

    /// The latest lines, the oldest first.
    public var records: [LogRecord] { state.withLock { $0.ring.inOrder } }
}

/// The settings of a logger.
nonisolated public struct LogSettings: Sendable {
    /// The lowest level that is kept.
    public var level = LogLevel.info
    /// The lowest levels of single categories, in place of `level`.
    public var levels: [LogCategory: LogLevel] = [:]
    /// The most lines that are kept: some minutes of a busy phone.
    public var linesMax = 512

    /// Keeps every line from `info` on.
    public init() {}

    func isEnabled(_ level: LogLevel, _ category: LogCategory) -> Bool { level >= levels[category] ?? self.level }
}

/// The latest lines, for a report that the person sends.
nonisolated struct LogRing: Sendable {
    private let capacity: Int
    private var records: [LogRecord] = []
    private var oldest = 0

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    mutating func add(_ record: LogRecord) {
        guard records.count == capacity else { return records.append(record) }
        records[oldest] = record
        oldest = (oldest + 1) % capacity
    }

    /// The lines, the oldest first.
    var inOrder: [LogRecord] { Array(records[oldest...] + records[..<oldest]) }
}

/// The phone's log for developers. The phone writes nothing to it that identifies a person.
@MainActor
public protocol LogPort: AnyObject {
    /// Writes a line of the phone.
    func write(_ line: PhoneLog)

    /// Writes a fault of a framework or a file.
    func write(_ fault: PhoneDiagnostic)
}

/// The lines of the phone and its adapters.
nonisolated extension PhoneLogger: LogPort {
    nonisolated public func write(_ line: PhoneLog) {
        switch line {
        case .thrownAway(let call, let cause):
            write(.notice, .push, "reported and ended at once: \(cause)", about: LogContext(call: call))
        case .reportRefused(let call, let refusal):
            write(.warning, .calls, "the system refused to ring: \(refusal)", about: LogContext(call: call))
        case .requestRefused(let request, let refusal):
            write(
                .warning, .calls, "the system refused to \(request.verb): \(refusal)",
                about: LogContext(call: request.call))
        case .actionTimedOut(let call):
            write(.error, .calls, "an action was not completed in time", about: LogContext(call: call))
        case .pairedByNumber(let call):
            write(.notice, .push, "a push was matched to its call by number alone", about: LogContext(call: call))
        case .terminationGivenUp(let call):
            write(.warning, .calls, "the exchange did not get the end of the call", about: LogContext(call: call))
        }
    }

    nonisolated public func write(_ fault: PhoneDiagnostic) {
        write(fault.code.level, fault.code.category, "\(fault)")
    }
}

nonisolated extension PhoneDiagnostic.Code {
    fileprivate var category: LogCategory {
        switch self {
        case .audioCategory, .audioRoute: .audio
        case .recordUnreadable, .recordSchema, .recordNotWritten, .keychain, .pushKeys, .contacts: .store
        case .notice: .notices
        case .push: .push
        }
    }

    fileprivate var level: LogLevel {
        switch self {
        case .recordUnreadable, .recordSchema, .recordNotWritten, .audioCategory: .error
        case .audioRoute, .notice, .keychain, .pushKeys, .contacts, .push: .warning
        }
    }
}

/// A fault after which the phone goes on, such as a refusal of a framework. Safe to log.
public struct PhoneDiagnostic: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// The audio session refused category and mode. Context: the system's code.
        case audioCategory
        /// The audio session refused the speaker. Context: the system's code.
        case audioRoute
        /// The record could not be read and was set aside. Context: the failure.
        case recordUnreadable
        /// The record was written by a newer version of the app and was set aside. Context: the schema.
        case recordSchema
        /// The record could not be written. Context: the failure.
        case recordNotWritten
        /// A notice could not be shown. Context: the system's code.
        case notice
        /// The keychain refused an operation. Context: the status.
        case keychain
        /// The file of the numbers in Contacts could not be read or written. Context: the failure.
        case contacts
        /// The file of the push keys could not be read or written. Context: the failure.
        case pushKeys
        /// The payload of a push was malformed. Context: the faults.
        case push
    }

    /// The kind of fault.
    public let code: Code
    /// Details, free of names, numbers, tokens and credentials.
    public let context: String

    /// Makes a fault.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
