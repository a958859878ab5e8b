public import CallModel
public import PushPayload
import Redaction

/// A VoIP push as it was delivered. What it says comes parsed; nothing was awaited since it arrived.
public struct VoIPPush: Hashable, Sendable {
    /// What it says.
    public var notice: PushNotice
    /// Whether the system demands a report before the delegate method returns. Always true before iOS 26.4.
    /// Source: C10.
    public var mustReport: Bool
    /// How long ago it was sent, by the wall clocks of sender and device; `nil` if it does not say.
    public var age: Duration?
    /// How long the exchange will go on ringing, by the wall clocks of both; negative when it has stopped, `nil` if the
    /// push does not say.
    public var ringLeft: Duration?
    /// A fresh random name, drawn by the shell, for a call that has to be reported and may not use its own.
    public var spare: CallUUID
    /// By which kind of push it came. One that did not wake the app never demands a report.
    public var way: PushWay

    /// A delivered push.
    public init(
        _ notice: PushNotice, mustReport: Bool = true, age: Duration? = nil, ringLeft: Duration? = nil,
        spare: CallUUID, way: PushWay = .voip
    ) {
        self.notice = notice
        self.mustReport = mustReport
        self.age = age
        self.ringLeft = ringLeft
        self.spare = spare
        self.way = way
    }
}

/// By which kind of push the app heard of a call.
public enum PushWay: String, CaseIterable, Hashable, Sendable {
    /// One that woke it.
    case voip
    /// An alert that the system shows: the person opened it, or the app was on the screen.
    case alert
    /// A moment in the background: something that was shown is out of date.
    case background
}

/// What a VoIP push says, read from its bytes.
public enum PushNotice: Hashable, Sendable {
    /// A call is coming in. At least one of its names is there.
    case call(PushedCall)
    /// A call, or this round of it, is over or was settled elsewhere. Such a message does not belong on this channel,
    /// but vendors send it.
    /// Source: C12 (stated by Apple).
    case ended(session: CallSessionID?, vendor: VendorCallID?, EndReason, round: RingRound = .first)
    /// The bytes could not be understood.
    case unreadable
}

/// A call as a push announces it: by our exchange (with its session), by the vendor (without), or by both in one.
public struct PushedCall: Hashable, Sendable {
    /// The exchange's name of the call.
    public var session: CallSessionID?
    /// Which ringing of this device by that session it announces.
    public var round: RingRound
    /// The vendor's name of the call.
    public var vendor: VendorCallID?
    /// Where in the vendor's network it waits.
    public var edge: VendorEdge?
    /// Which organization is called.
    public var organization: OrganizationID?
    /// With whom its INVITE waits; `nil` if it does not say, which means the exchange.
    public var provider: SignalingProvider?
    /// What to show.
    public var display: CallDisplay

    /// A call as announced.
    public init(
        session: CallSessionID? = nil, round: RingRound = .first, vendor: VendorCallID? = nil, edge: VendorEdge? = nil,
        organization: OrganizationID? = nil, provider: SignalingProvider? = nil, display: CallDisplay = .unknown
    ) {
        self.session = session
        self.round = round
        self.vendor = vendor
        self.edge = edge
        self.organization = organization
        self.provider = provider
        self.display = display
    }
}

extension VoIPPush {
    /// A delivered push, of which the payload was read.
    ///
    /// - Parameter now: by the device's calendar, which the push's moments are compared with.
    public init(
        _ push: IncomingPush, mustReport: Bool, now: WallTime, spare: CallUUID, way: PushWay = .voip
    ) {
        self.init(
            PushNotice(push), mustReport: mustReport, age: push.sentAt.map { max(now.since($0), .zero) },
            ringLeft: push.deadline.map { $0.since(now) }, spare: spare, way: way)
    }
}

extension PushNotice {
    /// What a payload says, in the phone's words. One that names no call says nothing that could be rung for.
    public init(_ push: IncomingPush) {
        let vendor = push.vendorCall.map(VendorCallID.init(text:))
        switch push.kind {
        case .callEnded where push.namesCall:
            self = .ended(session: push.callSession, vendor: vendor, push.ending ?? .cancelled, round: push.ringRound)
        case .incomingCall where push.namesCall:
            self = .call(
                PushedCall(
                    session: push.callSession ?? push.session(inHeader: CarrierHeader.session), round: push.ringRound,
                    vendor: vendor,
                    edge: push.vendorEdge.map(VendorEdge.init(_:)),
                    organization: push.organization.map(OrganizationID.init(_:)), provider: push.signalingProvider,
                    display: CallDisplay(push)))
        case .incomingCall, .callEnded, .unknown:
            self = .unreadable
        }
    }
}

extension IncomingPush {
    /// With whom the call waits. A push of the carrier's own, or one that names an edge of it, need not say it.
    fileprivate var signalingProvider: SignalingProvider? {
        if let provider = provider.flatMap(SignalingProvider.init(rawValue:)) { return provider }
        return form == .telnyx || vendorEdge != nil ? .carrier : nil
    }

    fileprivate func session(inHeader name: String) -> CallSessionID? {
        header(name).flatMap { CallSessionID($0) }
    }

    /// Which ringing by its call it is about, as our own push or a header of the carrier's says: the first where
    /// neither does.
    fileprivate var ringRound: RingRound { round ?? RingRound(text: header(CarrierHeader.round)) ?? .first }

    private func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value.revealed
    }
}

extension CallDisplay {
    fileprivate init(_ push: IncomingPush) {
        self.init(
            push.callerNumber.map(CallHandle.init(party:)) ?? .generic(Redacted("")), name: push.callerName,
            organizationName: push.organizationName, calledNumber: push.calledNumber, picture: push.callerPicture)
    }
}

/// Names a call as the telephony vendor does in its own push; known to belong to a session only once something says so.
public struct VendorCallID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Takes the vendor's text; one that is no UUID is mixed into one.
    public init(text: String) {
        self.init(UUIDValue(standingFor: text))
    }

    /// The lowercase text form. It is safe to log because it identifies no person.
    public var description: String { value.description }
}

/// Where in the vendor's network a call waits for this device, as the vendor's push says: the connection is to go
/// there.
///
/// Holds for the call of that push alone: an older one leads to the wrong place. Source: telnyx-webrtc-ios,
/// `voice_sdk_id`.
public struct VendorEdge: Hashable, Sendable, CustomStringConvertible {
    /// The vendor's word, at most `PushLimits.identifierLengthMax` bytes.
    public let rawValue: String

    /// Takes the vendor's word.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// Safe to log: it names a machine.
    public var description: String { rawValue }
}
