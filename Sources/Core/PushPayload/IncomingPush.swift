public import CallModel
public import Redaction

/// What a push says, as far as it could be read.
///
/// There is one for every payload whatsoever: each field is optional, and what could not be read is listed in `faults`.
/// So there is always something to report to the system with, which every VoIP push must lead to.
/// Source: apple-contract C1, C2 (documented; stated by an Apple engineer).
public struct IncomingPush: Hashable, Sendable {
    /// Whose language it is written in; of several the first in the order of `PushForm`.
    public var form: PushForm
    /// What it is about.
    public var kind: PushKind
    /// The version its sender wrote, for pushes of our own.
    public var version: Int?
    /// The call, as the exchange names it.
    public var callSession: CallSessionID?
    /// Which ringing of the device by that call it is about; nil, which is the first, for one that says none.
    /// The writer leaves the first out.
    public var round: RingRound?
    /// The call, as the vendor's signalling names it: another push and the INVITE of the same call may only know this.
    /// A UUID is in lowercase; anything else stands as it was sent.
    public var vendorCall: String?
    /// Which of the vendor's edges holds the call: to be given at login of this call only.
    public var vendorEdge: String?
    /// Whose call it is: the exchange's identifier of the organisation.
    public var organization: String?
    /// Who has the call and sends its INVITE: `exchange` or `carrier`, in a push of our own.
    public var provider: String?
    public var organizationName: Redacted<String>?
    public var callerName: Redacted<String>?
    public var callerNumber: Redacted<String>?
    /// Where a picture of the caller can be had.
    public var callerPicture: Redacted<String>?
    /// Who calls, as an identifier that only the exchange can resolve: the app asks it, and nobody on the way learns more.
    public var callerReference: String?
    /// Who calls, encrypted to this device in base64 (``CallerDetails``): the services that carry the push cannot read it.
    public var sealedCaller: Redacted<String>?
    /// The number that was called.
    public var calledNumber: Redacted<String>?
    /// When it stops ringing, by the exchange's clock.
    public var deadline: WallTime?
    /// When it was sent, by the sender's clock.
    public var sentAt: WallTime?
    public var isVideo: Bool?
    /// How the call ended, when the push says that it did.
    public var ending: EndReason?
    /// The caller's own headers, at most ``PushLimits/headersMax``.
    public var headers: [PushHeader]
    /// What was not as it should be, at most ``PushLimits/faultsMax``.
    public private(set) var faults: [PushFault]

    /// A push of which nothing is known.
    public init() {
        form = .unknown
        kind = .unknown
        headers = []
        faults = []
    }

    /// Whether anything in it names a call.
    public var namesCall: Bool { callSession != nil || vendorCall != nil }

    /// Adds to the faults, once each and up to the limit.
    mutating func note(_ field: PushField, _ problem: PushFault.Problem) {
        let fault = PushFault(field, problem)
        guard faults.count < PushLimits.faultsMax, !faults.contains(fault) else { return }
        faults.append(fault)
    }
}

extension IncomingPush: CustomStringConvertible {
    /// What it is and which call it names; nobody's name or number.
    public var description: String {
        let call = callSession?.description ?? vendorCall.flatMap(UUIDValue.init(_:))?.description
        let faults = faults.isEmpty ? "" : ", faults: " + faults.map(\.description).joined(separator: ", ")
        return "\(form.rawValue) push, \(kind.rawValue), call \(call ?? "unknown")\(faults)"
    }
}

/// Whose language a push is written in.
public enum PushForm: String, Hashable, Sendable, CaseIterable, Codable {
    /// Ours: everything under the key `carillon`.
    case carillon
    /// Z360's: flat, told by its `type`. Source: seed z360-ios-target-architecture §3.5.
    case z360
    /// Telnyx's: everything under the key `metadata`. Source: Telnyx WebRTC push documentation; observed, SDK 4.1.2.
    case telnyx
    /// None of these.
    case unknown
}

/// What a push is about.
public enum PushKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Somebody calls.
    case incomingCall
    /// The call is over, or was settled elsewhere. Should not come by a VoIP push, but some senders do it.
    /// Source: apple-contract C12 (stated by an Apple engineer; vendors observed to do it nonetheless).
    case callEnded
    /// It says something else, or nothing that could be read: to be treated as a call nobody knows of.
    case unknown
}

/// A header of the caller's that a vendor's push carries.
public struct PushHeader: Hashable, Sendable {
    /// Its name, of at most ``PushLimits/identifierLengthMax`` bytes.
    public let name: String
    /// What it says; anything, so it is kept from logs.
    public let value: Redacted<String>

    public init(name: String, value: Redacted<String>) {
        self.name = name
        self.value = value
    }
}

/// Something about a push that was not as it should be. Safe to log: it holds nothing of the content.
public struct PushFault: Hashable, Sendable, CustomStringConvertible {
    /// What was wrong.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        /// More bytes, values or levels than a push may have; what stands at the top was read nonetheless.
        case tooLarge
        /// The bytes are no JSON document.
        case notJSON
        /// A value of a type that cannot mean this.
        case wrongType
        /// Text that is not written as this must be.
        case malformed
        /// Longer than its bound, and cut there.
        case cut
        /// Holds signs that must not reach a screen; they were left out.
        case cleaned
        /// Needed, and not there.
        case missing
        /// Written by a later version than this reader knows.
        case newerVersion
        /// Two places of the push say different things; the first was believed.
        case contradicted
        /// Sealed with another key, for another call, or damaged.
        case unopened
    }

    /// Where.
    public let field: PushField
    /// What.
    public let problem: Problem

    public init(_ field: PushField, _ problem: Problem) {
        self.field = field
        self.problem = problem
    }

    public var description: String { "\(field.rawValue): \(problem.rawValue)" }
}

/// A thing a push may say.
public enum PushField: String, Hashable, Sendable, CaseIterable, Codable {
    case payload, body, kind, version, callSession, round, vendorCall, vendorEdge, organization, provider,
        organizationName
    case callerName, callerNumber, callerPicture, callerReference, sealedCaller, calledNumber, deadline, sentAt, video,
        ending, headers
}
