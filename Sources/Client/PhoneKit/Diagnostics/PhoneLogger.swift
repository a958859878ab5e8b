public import PhoneCore
import Synchronization

/// The phone's log: levels, categories, what a line is about, and no way to write a name, a number, a token or an SDP.
///
/// Making one touches nothing. Every method may be called from anywhere.
nonisolated public final class PhoneLogger: Sendable {
    private struct State {
        var ring: LogRing
        var count: UInt64 = 0
    }

    private let settings: LogSettings
    private let sinks: [any LogSink]
    private let clock: any PhoneClock
    private let state: Mutex<State>

    /// A log without lines.
    ///
    /// - Parameter sinks: told of each line that is kept.
    public init(_ settings: LogSettings = LogSettings(), sinks: [any LogSink] = [], clock: any PhoneClock) {
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
        guard settings.takes(level, category) else { return }
        let text = text()
        let now = clock.now
        let record = state.withLock { state in
            state.count += 1
            let record = LogRecord(
                number: state.count, time: now, level: level, category: category, context: context, text: text)
            state.ring.add(record)
            return record
        }
        for sink in sinks { sink.take(record) }
    }

    /// The latest lines, the oldest first.
    public var records: [LogRecord] { state.withLock { $0.ring.inOrder } }
}

/// What a logger keeps.
nonisolated public struct LogSettings: Sendable {
    /// Lines below this are dropped.
    public var level = LogLevel.info
    /// Other limits for some categories.
    public var levels: [LogCategory: LogLevel] = [:]
    /// How many lines are kept: some minutes of a busy phone.
    public var linesMax = 512

    /// Everything from `info` on.
    public init() {}

    func takes(_ level: LogLevel, _ category: LogCategory) -> Bool { level >= levels[category] ?? self.level }
}

/// The latest lines, for a report a person sends.
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

    /// The oldest first.
    var inOrder: [LogRecord] { Array(records[oldest...] + records[..<oldest]) }
}

/// Where the phone writes what developers read afterwards. Nothing it is given names a person.
@MainActor
public protocol LogPort: AnyObject {
    /// A line of the phone's own.
    func write(_ line: PhoneLog)

    /// Something a framework refused or a file did not give.
    func write(_ fault: PhoneFault)
}

/// What the phone and its adapters write.
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
            write(.notice, .push, "a push was joined by its number alone", about: LogContext(call: call))
        case .farewellGivenUp(let call):
            write(.warning, .calls, "the exchange was not told that it is over", about: LogContext(call: call))
        }
    }

    nonisolated public func write(_ fault: PhoneFault) {
        write(fault.code.level, fault.code.category, "\(fault)")
    }
}

nonisolated extension PhoneFault.Code {
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

/// Something a framework refused, or that was not as it should be. The phone goes on. Safe to log.
public struct PhoneFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// The audio session refused category and mode. Context: the system's code.
        case audioCategory
        /// The audio session refused the speaker. Context: the system's code.
        case audioRoute
        /// The record could not be read; it was set aside. Context: where.
        case recordUnreadable
        /// The record was written by another version of the app; it was set aside. Context: its schema.
        case recordSchema
        /// The record could not be written. Context: why.
        case recordNotWritten
        /// A notice could not be shown. Context: the system's code.
        case notice
        /// The keychain refused. Context: the status.
        case keychain
        /// The file of the numbers in Contacts could not be read or written. Context: why.
        case contacts
        /// The file of the push keys could not be read or written. Context: why.
        case pushKeys
        /// A push said something that was not as it should be. Context: the faults.
        case push
    }

    /// What went wrong.
    public let code: Code
    /// Details, free of names, numbers, tokens and credentials.
    public let context: String

    /// Names a fault.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.rawValue): \(context)" }
}
