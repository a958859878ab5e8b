public import CallModel
public import PhoneCore

/// A value that names nobody, whatever it holds: numbers of things, closed lists of words, identifiers drawn by
/// machines. Text from outside is none, so that a line of the log cannot hold any.
public protocol Loggable {
    /// As it stands in a line.
    var logged: String { get }
}

/// A closed list of words that stand in the source.
extension Loggable where Self: RawRepresentable & CaseIterable, RawValue == String {
    public var logged: String { rawValue }
}

extension Bool: Loggable {
    public var logged: String { self ? "true" : "false" }
}

extension Int: Loggable {
    public var logged: String { String(self) }
}

extension Int64: Loggable {
    public var logged: String { String(self) }
}

extension Duration: Loggable {
    /// In milliseconds.
    public var logged: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}

extension CallUUID: Loggable {
    public var logged: String { description }
}

extension LineID: Loggable {
    public var logged: String { description }
}

extension SystemRequestID: Loggable {
    public var logged: String { description }
}

extension OrganizationID: Loggable {
    /// Eight digits that tell one from another; the text itself comes from outside. Source: FNV-1a, 32 bits.
    public var logged: String {
        let hash = rawValue.utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
        let digits = String(hash, radix: 16)
        return "org-" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

extension PhoneFault: Loggable {
    public var logged: String { description }
}

extension CallEnd: Loggable {
    /// How it counts, why, and the numbers of cause and SIP status; the phrase beside them is free text of the peer.
    public var logged: String {
        let cause = told.map { ", cause \($0.cause.code)" } ?? ""
        let status = told?.sipCode.map { ", SIP \($0)" } ?? ""
        return "\(disposition.rawValue), \(reason.rawValue)" + cause + status
    }
}

extension CallDirection: Loggable {}
extension EndReason: Loggable {}
extension CallDisposition: Loggable {}
extension CallPhase: Loggable {}
extension LineFailure: Loggable {}
extension SignalingFailure: Loggable {}
extension ReportRefusal: Loggable {}
extension RequestRefusal: Loggable {}
extension PhoneRefusal: Loggable {}
extension ThrowawayCause: Loggable {}
extension SystemVerb: Loggable {}
extension AudioRoute: Loggable {}
extension LogCategory: Loggable {}
extension PhoneFault.Code: Loggable {}
extension SessionEndCause: Loggable {}
extension SwitchFailure: Loggable {}
