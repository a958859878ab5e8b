public import CallModel
public import PhoneCore

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
