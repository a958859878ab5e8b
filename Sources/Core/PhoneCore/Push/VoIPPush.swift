public import CallModel
public import PushPayload
import Redaction

/// A delivered VoIP push. Its contents are parsed already, without suspension since its arrival.
public struct VoIPPush: Hashable, Sendable {
    /// The contents of the push.
    public var notice: PushNotice
    /// Whether the system demands a report before the delegate method returns. It always does before iOS 26.4.
    /// Source: C10.
    public var mustReport: Bool
    /// The time since it was sent, by the wall clocks of sender and device; `nil` if the push does not state it.
    public var age: Duration?
    /// The time for which the exchange will still ring, by the wall clocks of both; negative after the exchange has
    /// stopped, `nil` if the push does not state it.
    public var ringLeft: Duration?
    /// A random name, drawn by the shell, for a call that must be reported and cannot use its own name.
    public var spare: CallUUID
    /// The kind of push. One that did not wake the app never demands a report.
    public var way: PushWay

    /// Creates a push.
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

/// The kind of push by which the app learned of a call.
public enum PushWay: String, CaseIterable, Hashable, Sendable {
    /// A VoIP push, which woke the app.
    case voip
    /// An alert that the system showed: the person opened it, or the app was in the foreground.
    case alert
    /// A background push: a displayed alert is outdated.
    case background
}

/// The contents of a VoIP push.
public enum PushNotice: Hashable, Sendable {
    /// A call comes in. At least one of its identifiers is present.
    case call(PushedCall)
    /// A call, or this round of it, ended or was settled elsewhere. Such a message does not belong on this channel, but
    /// vendors send it. Source: C12 (stated by Apple).
    case ended(session: CallSessionID?, vendor: VendorCallID?, EndReason, round: RingRound = .first)
    /// The payload could not be read.
    case unreadable
}

/// A call that a push announces: a push of our exchange (with a session), of the vendor (without), or one with both
/// identifiers.
public struct PushedCall: Hashable, Sendable {
    /// The exchange's identifier of the call.
    public var session: CallSessionID?
    /// The round in which the session rings this device.
    public var round: RingRound
    /// The vendor's identifier of the call.
    public var vendor: VendorCallID?
    /// The edge of the vendor's network where the call waits.
    public var edge: VendorEdge?
    /// The called organization.
    public var organization: OrganizationID?
    /// The provider where its INVITE waits; `nil` if the push does not say, which means the exchange.
    public var provider: SignalingProvider?
    /// The displayed data of the call.
    public var display: CallDisplay

    /// Creates an announced call.
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
    /// Creates a push from a parsed payload, whose times are compared with the device's wall-clock time `now`.
    public init(
        _ push: IncomingPush, mustReport: Bool, now: WallTime, spare: CallUUID, way: PushWay = .voip
    ) {
        self.init(
            PushNotice(push), mustReport: mustReport, age: push.sentAt.map { max(now.since($0), .zero) },
            ringLeft: push.deadline.map { $0.since(now) }, spare: spare, way: way)
    }
}

extension PushNotice {
    /// Translates a payload. One that identifies no call cannot be rung for.
    public init(_ push: IncomingPush) {
        let vendor = push.vendorCall.map(VendorCallID.init(text:))
        switch push.kind {
        case .callEnded where push.namesCall:
            self = .ended(session: push.callSession, vendor: vendor, push.ending ?? .cancelled, round: push.ringRound)
        case .incomingCall where push.namesCall:
            let session = push.callSession ?? push.session(inHeader: CarrierHeader.session)
            // The exchange dials a carrier's leg with a session from a number of the organization.
            let includesCaller = push.form != .telnyx || session == nil
            self = .call(
                PushedCall(
                    session: session, round: push.ringRound, vendor: vendor,
                    edge: push.vendorEdge.map(VendorEdge.init(_:)),
                    organization: push.organization.map(OrganizationID.init(_:)), provider: push.signalingProvider,
                    display: includesCaller ? CallDisplay(push) : .unknown))
        case .incomingCall, .callEnded, .unknown:
            self = .unreadable
        }
    }
}

extension IncomingPush {
    /// The provider where the call waits. A push of the carrier itself, or one that names an edge of it, may omit the
    /// provider.
    fileprivate var signalingProvider: SignalingProvider? {
        if let provider = provider.flatMap(SignalingProvider.init(rawValue:)) { return provider }
        return form == .telnyx || vendorEdge != nil ? .carrier : nil
    }

    fileprivate func session(inHeader name: String) -> CallSessionID? {
        header(name).flatMap { CallSessionID($0) }
    }

    /// The round of the call, from our own push or a header of the carrier; the first round if neither contains it.
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

/// Identifies a call in the telephony vendor's own push. A call is known to belong to a session only when a message
/// says so.
public struct VendorCallID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// Creates an identifier from the vendor's text. A text that is no UUID is mixed into one.
    public init(text: String) {
        self.init(UUIDValue(standingFor: text))
    }

    /// The lowercase text form. It is safe to log because it identifies no person.
    public var description: String { value.description }
}

/// The edge of the vendor's network where a call waits for this device, from the vendor's push. The connection must go
/// there.
///
/// An edge is valid only for the call of its push; an older one leads to the wrong place. Source: telnyx-webrtc-ios,
/// `voice_sdk_id`.
public struct VendorEdge: Hashable, Sendable, CustomStringConvertible {
    /// The vendor's text, at most `PushLimits.identifierLengthMax` bytes.
    public let rawValue: String

    /// Wraps the vendor's text.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// The text. It is safe to log because it identifies only a machine.
    public var description: String { rawValue }
}
