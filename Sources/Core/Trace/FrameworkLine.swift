internal import WireJSON

/// One line of what passed between an app and Apple's frameworks: what they told it, or what it asked of them.
///
/// Calls, actions and requests are numbered in the order in which the recording met them. No number of a person, no name
/// and no payload has a place in it.
public struct FrameworkLine: Hashable, Sendable {
    /// What a line can say.
    public enum Name: String, CaseIterable, Hashable, Sendable {
        case launched, locked, unlocked, active, background, keepAwake
        case register, token, tokenInvalidated, incoming, returned
        case open, report, update, end, connecting, connected, complete, request
        case reported, requested, perform, timedOut, activated, deactivated, reset
        case configure, speaker, prefer, start, stop, route, interrupted, resumed, servicesReset
        case path, woke
        case dropped
    }

    /// A member beside the name.
    public enum Member: String, CaseIterable, Hashable, Sendable {
        /// Which call, action, request: 1, 2, …
        case call, action, request
        /// What is to be done to the call: start, answer, end, hold, mute, digits, group.
        case verb
        /// Whether it is on, allowed, demanded or done.
        case isOn
        /// Why, or which: a word of the framework's.
        case word
        /// How many lines there was no room for.
        case count
        /// How old a push is, in microseconds.
        case age
    }

    /// What the line says.
    public var name: Name
    /// The numbers beside it.
    public var numbers: [Member: Int64]
    /// The words beside it.
    public var words: [Member: String]
    /// What is on or off.
    public var isOn: Bool?

    public init(_ name: Name, _ numbers: [Member: Int64] = [:], words: [Member: String] = [:], isOn: Bool? = nil) {
        self.name = name
        self.numbers = numbers
        self.words = words
        self.isOn = isOn
    }

    /// Which call.
    public var call: Int64? { numbers[.call] }
    /// What is to be done to it.
    public var verb: String? { words[.verb] }
    /// Why, or which.
    public var word: String? { words[.word] }
}

extension FrameworkLine.Name {
    /// The framework that speaks or is spoken to.
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

    /// Whether the framework told the app, or the app asked the framework.
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

    /// What must stand beside it.
    public var members: [FrameworkLine.Member] {
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

extension FrameworkLine {
    /// The line of a trace it becomes.
    ///
    /// - Parameter at: since the recording began; microseconds in the file.
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
    /// - Throws: `TraceError` naming the name that none has, or the member that is missing.
    public init(_ record: TraceRecord) throws(TraceError) {
        guard let name = Name(rawValue: record.name), record.machine == name.framework, record.kind == name.kind else {
            throw TraceError(
                .malformed, "\(record.machine) \(record.kind.rawValue) \(record.name) is no line of a recorder")
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

extension FrameworkLine.Member {
    fileprivate var kind: String {
        switch self {
        case .call, .action, .request, .count, .age: "a whole number"
        case .verb, .word: "a word"
        case .isOn: "true or false"
        }
    }
}
