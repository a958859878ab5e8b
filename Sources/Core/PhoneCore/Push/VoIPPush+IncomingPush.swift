import CallModel
public import PushPayload
import Redaction

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

    /// Which ringing by its call it is about, as our own push or a header of the carrier's says: the first where neither does.
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
