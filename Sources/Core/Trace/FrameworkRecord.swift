internal import WireJSON

/// One recorded line between an app and Apple's frameworks: a callback of a framework, or a call of the app.
///
/// Calls, actions and requests are numbered in the order in which the recording met them. A line never holds a person's
/// number, a name or a payload.
public struct FrameworkRecord: Hashable, Sendable {
    /// The names of lines.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        /// UIKit: the process was launched, the phone was locked or unlocked, the app came to or left the foreground,
        /// or it asked for time in the background.
        case launched, locked, unlocked, active, background, keepAwake
        /// PushKit: the app asked for a token, the system gave or invalidated one, a push came, or the method that
        /// handles it returned.
        case register, token, tokenInvalidated, incoming, returned
        /// CallKit, called by the app: it made a provider, reported, updated or ended a call, said that one is connecting
        /// or connected, completed an action, or requested a transaction.
        case open, report, update, end, connecting, connected, complete, request
        /// CallKit, calling the app: a report or request was answered, an action is to be performed or timed out, the
        /// audio session was activated or deactivated, or all calls were lost.
        case reported, requested, perform, timedOut, activated, deactivated, reset
        /// AVFAudio: the app configured the session, forced the speaker, preferred an input, started or stopped its
        /// media; the route changed, an interruption began or ended, or the media services restarted.
        case configure, speaker, prefer, start, stop, route, interrupted, resumed, servicesReset
        /// Network: the path changed; or the process resumed and read the present path.
        case path, woke
        /// The recorder had no room for some lines.
        case dropped
    }

    /// A value beside the name.
    public enum Member: String, CaseIterable, Hashable, Sendable {
        /// The number of a call, action or request, counted from 1.
        case call, action, request
        /// The operation on the call: start, answer, end, hold, mute, digits, group.
        case verb
        /// Whether it is on, allowed, demanded or done.
        case isOn
        /// A reason or a choice, in the framework's word.
        case word
        /// How many lines were dropped for lack of room.
        case count
        /// How old a push is, in microseconds.
        case age
    }

    /// The name of the line.
    public var name: Name
    /// The numbers beside it.
    public var numbers: [Member: Int64]
    /// The words beside it.
    public var words: [Member: String]
    /// The flag beside the name: whether it is on, allowed, demanded or done.
    public var isOn: Bool?

    public init(_ name: Name, _ numbers: [Member: Int64] = [:], words: [Member: String] = [:], isOn: Bool? = nil) {
        self.name = name
        self.numbers = numbers
        self.words = words
        self.isOn = isOn
    }

    /// The number of the call.
    public var call: Int64? { numbers[.call] }
    /// The operation on the call.
    public var verb: String? { words[.verb] }
    /// The reason or the choice.
    public var word: String? { words[.word] }
}

extension FrameworkRecord.Name {
    /// The framework that calls the app, or is called by it.
    public var framework: String {
        switch self {
        case .launched, .locked, .unlocked, .active, .background, .keepAwake: "UIKit"
        case .register, .token, .tokenInvalidated, .incoming, .returned: "PushKit"
        case .open, .report, .update, .end, .connecting, .connected, .complete, .request, .reported, .requested,
            .perform, .timedOut, .activated, .deactivated, .reset:
            "CallKit"
        case .configure, .speaker, .prefer, .start, .stop, .route, .interrupted, .resumed, .servicesReset: "AVFAudio"
        case .path, .woke: "Network"
        case .dropped: "recorder"
        }
    }

    /// Whether the framework called the app, or the app called the framework.
    public var kind: TraceRecord.Kind {
        switch self {
        case .keepAwake, .register, .returned, .open, .report, .update, .end, .connecting, .connected, .complete,
            .request, .configure, .speaker, .prefer, .start, .stop:
            .effect
        case .dropped: .note
        case .launched, .locked, .unlocked, .active, .background, .token, .tokenInvalidated, .incoming, .reported,
            .requested, .perform, .timedOut, .activated, .deactivated, .reset, .route, .interrupted, .resumed,
            .servicesReset, .path, .woke:
            .event
        }
    }

    /// The members that the line needs.
    public var members: [FrameworkRecord.Member] {
        switch self {
        case .incoming, .keepAwake, .speaker: [.isOn]
        case .report, .update, .connecting, .connected, .reported: [.call]
        case .end: [.call, .word]
        case .complete: [.action, .isOn]
        case .request: [.request, .call, .verb]
        case .requested: [.request]
        case .perform, .timedOut: [.action, .call, .verb]
        case .route, .path, .prefer: [.word]
        case .dropped: [.count]
        case .launched, .locked, .unlocked, .active, .background, .register, .token, .tokenInvalidated, .returned,
            .open, .activated, .deactivated, .reset, .configure, .start, .stop, .interrupted, .resumed, .servicesReset,
            .woke:
            []
        }
    }
}

extension FrameworkRecord {
    /// Converts the line into a record of a trace.
    ///
    /// - Parameter at: the time since the recording began; microseconds in the file.
    public func record(at: Duration, actor: String) -> TraceRecord {
        var fields = JSONObject()
        for member in Member.allCases {
            if let number = numbers[member] { fields.append(member.rawValue, .integer(number)) }
            if let word = words[member] { fields.append(member.rawValue, .string(word)) }
        }
        if let isOn { fields.append(Member.isOn.rawValue, .bool(isOn)) }
        return TraceRecord(
            at: at, actor: actor, machine: name.framework, kind: name.kind, name: name.rawValue, fields: fields)
    }

    /// Reads a line of a trace back.
    ///
    /// - Throws: `TraceError` naming the unknown name, or the member that is missing.
    public init(_ record: TraceRecord) throws(TraceError) {
        guard let name = Name(rawValue: record.name), record.machine == name.framework, record.kind == name.kind else {
            throw TraceError(
                .malformed, "\(record.machine) \(record.kind.rawValue) \(record.name) is not a line of a recorder")
        }
        self.init(name)
        for member in Member.allCases {
            guard let value = record.fields[member.rawValue] else { continue }
            switch member {
            case .call, .action, .request, .count, .age: numbers[member] = value.integer
            case .verb, .word: words[member] = value.string
            case .isOn: isOn = value.bool
            }
        }
        for member in name.members where numbers[member] == nil && words[member] == nil {
            guard member == .isOn, isOn != nil else {
                throw TraceError(.malformed, "\(name.rawValue) needs \(member.rawValue), \(member.kind)")
            }
        }
    }
}

extension FrameworkRecord.Member {
    fileprivate var kind: String {
        switch self {
        case .call, .action, .request, .count, .age: "a whole number"
        case .verb, .word: "a word"
        case .isOn: "true or false"
        }
    }
}
