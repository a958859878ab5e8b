public import CallModel
public import PhoneCore
public import Redaction

/// The text of a line of the log. It can be written in source code only: its words are literals, between which only
/// ``Loggable`` values may stand. Redacted values become `‹redacted›`.
nonisolated public struct LogText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The longest text, in bytes; longer ones are cut. A line usually has a few identifiers.
    public static let lengthMax = 512

    private let text: String

    public init(stringLiteral value: StaticString) {
        text = Self.bounded(value.description)
    }

    public init(stringInterpolation: LogInterpolation) {
        text = Self.bounded(stringInterpolation.text)
    }

    public var description: String { text }

    private static func bounded(_ text: String) -> String {
        text.utf8.count <= lengthMax ? text : String(decoding: text.utf8.prefix(lengthMax), as: UTF8.self)
    }
}

/// Builds a ``LogText``. It takes no `String` on purpose, so that no personal text can get into the log.
nonisolated public struct LogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Appends words of the source code.
    public mutating func appendLiteral(_ literal: StaticString) {
        text += literal.description
    }

    /// Appends a value that identifies no person.
    public mutating func appendInterpolation(_ value: some Loggable) {
        text += value.logged
    }

    /// Appends such a value, or `none`.
    public mutating func appendInterpolation(_ value: (some Loggable)?) {
        text += value?.logged ?? "none"
    }

    /// Appends a placeholder for a personal value.
    public mutating func appendInterpolation<Value>(_ value: Redacted<Value>) {
        text += value.description
    }
}

/// A value that never identifies a person: a count, a word of a closed list, or an identifier made by a machine. Text
/// from outside is not loggable, so that it cannot get into the log.
nonisolated public protocol Loggable {
    /// The value's text in a line.
    var logged: String { get }
}

/// An enumeration, whose words are literals of the source code.
nonisolated extension Loggable where Self: RawRepresentable & CaseIterable, RawValue == String {
    public var logged: String { rawValue }
}

nonisolated extension Bool: Loggable {
    public var logged: String { self ? "true" : "false" }
}

nonisolated extension Int: Loggable {
    public var logged: String { String(self) }
}

nonisolated extension Int64: Loggable {
    public var logged: String { String(self) }
}

nonisolated extension Duration: Loggable {
    /// In milliseconds.
    public var logged: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}

nonisolated extension CallUUID: Loggable {
    public var logged: String { description }
}

nonisolated extension LineID: Loggable {
    public var logged: String { description }
}

nonisolated extension SystemRequestID: Loggable {
    public var logged: String { description }
}

nonisolated extension OrganizationID: Loggable {
    /// A hash of eight digits in place of the name, which comes from outside. Source: FNV-1a, 32 bits.
    public var logged: String {
        let hash = rawValue.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "org-" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

nonisolated extension PhoneDiagnostic: Loggable {
    public var logged: String { description }
}

nonisolated extension CallEnd: Loggable {
    /// The disposition, the reason, and the codes of cause and SIP status. The phrase is left out, as it is free text
    /// of the peer.
    public var logged: String {
        let cause = reported.map { ", cause \($0.cause.code)" } ?? ""
        let status = reported?.sipCode.map { ", SIP \($0)" } ?? ""
        return "\(disposition.rawValue), \(reason.rawValue)" + cause + status
    }
}

nonisolated extension CallDirection: Loggable {}
nonisolated extension EndReason: Loggable {}
nonisolated extension CallDisposition: Loggable {}
nonisolated extension CallPhase: Loggable {}
nonisolated extension LineFailure: Loggable {}
nonisolated extension SignalingFailure: Loggable {}
nonisolated extension ReportRefusal: Loggable {}
nonisolated extension TransactionRefusal: Loggable {}
nonisolated extension PhoneRefusal: Loggable {}
nonisolated extension DiscardedPushReason: Loggable {}
nonisolated extension TransactionKind: Loggable {}
nonisolated extension AudioRoute: Loggable {}
nonisolated extension LogCategory: Loggable {}
nonisolated extension PhoneDiagnostic.Code: Loggable {}
nonisolated extension SessionEndCause: Loggable {}
nonisolated extension SwitchFailure: Loggable {}
