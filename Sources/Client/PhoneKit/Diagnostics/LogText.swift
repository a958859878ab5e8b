public import CallModel
public import PhoneCore
public import Redaction

/// What a line of the log says. It can only be written in the source: its words are literals, and only ``Loggable``
/// values may stand between them; personal ones leave `‹redacted›`.
nonisolated public struct LogText: Hashable, Sendable, ExpressibleByStringInterpolation, CustomStringConvertible {
    /// The longest text, in bytes; what a line holds is a few identifiers. Longer ones are cut.
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

/// Puts a ``LogText`` together. There is no way to put a `String` in: that is the point of it.
nonisolated public struct LogInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    /// Words of the source.
    public mutating func appendLiteral(_ literal: StaticString) {
        text += literal.description
    }

    /// A value that names nobody.
    public mutating func appendInterpolation(_ value: some Loggable) {
        text += value.logged
    }

    /// The same, or `none`.
    public mutating func appendInterpolation(_ value: (some Loggable)?) {
        text += value?.logged ?? "none"
    }

    /// That there was something personal, not what.
    public mutating func appendInterpolation<Value>(_ value: Redacted<Value>) {
        text += value.description
    }
}

/// A value that names nobody, whatever it holds: numbers of things, closed lists of words, identifiers drawn by
/// machines. Text from outside is none, so that a line of the log cannot hold any.
nonisolated public protocol Loggable {
    /// As it stands in a line.
    var logged: String { get }
}

/// A closed list of words that stand in the source.
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
    /// Eight digits that tell one from another; the text itself comes from outside. Source: FNV-1a, 32 bits.
    public var logged: String {
        let hash = rawValue.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "org-" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

nonisolated extension PhoneFault: Loggable {
    public var logged: String { description }
}

nonisolated extension CallEnd: Loggable {
    /// How it counts, why, and the numbers of cause and SIP status; the phrase beside them is free text of the peer.
    public var logged: String {
        let cause = told.map { ", cause \($0.cause.code)" } ?? ""
        let status = told?.sipCode.map { ", SIP \($0)" } ?? ""
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
nonisolated extension RequestRefusal: Loggable {}
nonisolated extension PhoneRefusal: Loggable {}
nonisolated extension ThrowawayCause: Loggable {}
nonisolated extension SystemVerb: Loggable {}
nonisolated extension AudioRoute: Loggable {}
nonisolated extension LogCategory: Loggable {}
nonisolated extension PhoneFault.Code: Loggable {}
nonisolated extension SessionEndCause: Loggable {}
nonisolated extension SwitchFailure: Loggable {}
