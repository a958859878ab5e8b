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
