public import CallModel
public import Redaction

/// The content of a push, as far as it could be read.
///
/// Every payload gives one: each field is optional, and `faults` lists the fields that could not be read. So there is
/// always a call to report to the system, as every VoIP push requires. Source: C1, C2 (documented;
/// stated by an Apple engineer).
public struct IncomingPush: Hashable, Sendable {
    /// The form in which it is written; of several, the first in the order of `PushFormat`.
    public var form: PushFormat
    /// The subject: an incoming call or an ended one.
    public var kind: PushKind
    /// The version its sender wrote, for pushes of our own.
    public var version: Int?
    /// The call, as the exchange names it.
    public var callSession: CallSessionID?
    /// The round of ringing that it is about; nil: the push names none, so it is about the first. The writer leaves the
    /// first out.
    public var round: RingRound?
    /// The call, as the vendor's signaling names it, which may be the only name in another push or in the INVITE of the
    /// same call. A UUID is in lowercase; other texts are unchanged.
    public var vendorCall: String?
    /// The vendor's edge that holds the call, to be given at the login for this call only.
    public var vendorEdge: String?
    /// The exchange's identifier of the organization whose call it is.
    public var organization: String?
    /// The provider that has the call and sends its INVITE: `exchange` or `carrier`, in a push of our own.
    public var provider: String?
    /// The name of the organization, to be shown with the call.
    public var organizationName: Redacted<String>?
    /// The caller's name in plain text; nil where the push does not tell it so. See also ``sealedCaller`` and
    /// ``callerReference``.
    public var callerName: Redacted<String>?
    /// The caller's number in plain text; nil where the push does not tell it so.
    public var callerNumber: Redacted<String>?
    /// The address of a picture of the caller.
    public var callerPicture: Redacted<String>?
    /// The caller, as an identifier that only the exchange can resolve. The app asks the exchange, so the services that
    /// carry the push learn no more.
    public var callerReference: String?
    /// The caller (``CallerDetails``), encrypted to this device, in base64: the services that carry the push cannot
    /// read it.
    public var sealedCaller: Redacted<String>?
    /// The number that was called.
    public var calledNumber: Redacted<String>?
    /// When it stops ringing, by the exchange's clock.
    public var deadline: WallTime?
    /// When it was sent, by the sender's clock.
    public var sentAt: WallTime?
    /// Whether the caller offers video; nil: the push does not say.
    public var isVideo: Bool?
    /// How the call ended, when the push says that it did.
    public var ending: EndReason?
    /// The caller's own headers, at most ``PushLimits/headersMax``.
    public var headers: [PushHeader]
    /// The faults of the push, at most ``PushLimits/faultsMax``.
    public private(set) var faults: [PushIssue]

    /// A push of which nothing is known.
    public init() {
        form = .unknown
        kind = .unknown
        headers = []
        faults = []
    }

    /// Whether anything in it names a call.
    public var namesCall: Bool { callSession != nil || vendorCall != nil }

    /// Adds a fault, each once and up to the limit.
    mutating func note(_ field: PushField, _ problem: PushIssue.Problem) {
        let fault = PushIssue(field, problem)
        guard faults.count < PushLimits.faultsMax, !faults.contains(fault) else { return }
        faults.append(fault)
    }
}

extension IncomingPush: CustomStringConvertible {
    /// The form, the kind and the call, without names and numbers.
    public var description: String {
        let call = callSession?.description ?? vendorCall.flatMap(UUIDValue.init(_:))?.description
        let faults = faults.isEmpty ? "" : ", faults: " + faults.map(\.description).joined(separator: ", ")
        return "\(form.rawValue) push, \(kind.rawValue), call \(call ?? "unknown")\(faults)"
    }
}

/// The form in which a push is written.
public enum PushFormat: String, Hashable, Sendable, CaseIterable, Codable {
    /// Ours: everything under the key `carillon`.
    case carillon
    /// That of Z360's app: flat, recognized by its `type`.
    case z360
    /// Telnyx's: everything under the key `metadata`. Source: Telnyx WebRTC push documentation; observed, SDK 4.1.2.
    case telnyx
    /// None of these.
    case unknown
}

/// The subject of a push.
public enum PushKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A call rings.
    case incomingCall
    /// The call is over, or was settled elsewhere. Should not come by a VoIP push, but some senders do it.
    /// Source: C12 (stated by an Apple engineer; vendors observed to do it nonetheless).
    case callEnded
    /// The push says something else, or could not be read. It is treated as a call of which nothing is known.
    case unknown
}

/// A header of the caller's that a vendor's push carries.
public struct PushHeader: Hashable, Sendable {
    /// Its name, of at most ``PushLimits/identifierLengthMax`` bytes.
    public let name: String
    /// The value: arbitrary text, so it is kept from logs.
    public let value: Redacted<String>

    public init(name: String, value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}

/// A fault in a push. Safe to log: it holds nothing of the content.
public struct PushIssue: Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// The push has more bytes, values or levels than allowed; its top level was read nonetheless.
        case tooLarge
        /// The bytes are no JSON document.
        case notJSON
        /// The value has a type that the field cannot have.
        case wrongType
        /// The text is not in the format of the field.
        case malformed
        /// The text is longer than its bound, and was cut there.
        case cut
        /// The text held characters that must not be shown; they were left out.
        case cleaned
        /// The field is required, but absent.
        case missing
        /// The push was written by a later version than this reader knows.
        case newerVersion
        /// Two places of the push contradict each other; the first one counts.
        case contradicted
        /// The caller is sealed with another key or for another call, or is damaged.
        case unopened
    }

    /// The faulty field.
    public let field: PushField
    /// The kind of fault.
    public let problem: Problem

    public init(_ field: PushField, _ problem: Problem) {
        self.field = field
        self.problem = problem
    }

    public var description: String { "\(field.rawValue): \(problem.rawValue)" }
}

/// A field of a push, named for the property of ``IncomingPush`` that it fills.
///
/// `payload` is the whole push, `body` the part of it that holds these properties.
public enum PushField: String, Hashable, Sendable, CaseIterable, Codable {
    case payload, body, kind, version, callSession, round, vendorCall, vendorEdge, organization, provider,
        organizationName
    case callerName, callerNumber, callerPicture, callerReference, sealedCaller, calledNumber, deadline, sentAt, video,
        ending, headers
}
