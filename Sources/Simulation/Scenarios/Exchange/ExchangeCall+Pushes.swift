internal import CallModel
internal import Foundation
internal import PhoneCore
internal import PushPayload
internal import Redaction

/// The pushes about a call, with what the exchange and the vendor really write into them.
extension ExchangeCall {
    /// Ours, of an exchange that tells who calls.
    ///
    /// - Parameter sentAt: by the exchange's calendar.
    func push(sentAt: WallTime) -> Data {
        let deadline = sentAt.advanced(by: plan.ringsFor)
        var push = IncomingPush.ringing(
            session, organization: plan.organization, provider: registration.provider.rawValue, deadline: deadline)
        push.callerReference = session.description
        push.organizationName = plan.organizationName.map(Redacted.init(_:))
        push.callerName = plan.name.map(Redacted.init(_:))
        push.callerNumber = Redacted(plan.number)
        push.calledNumber = Self.ownNumber
        if plan.pushNames.contains(.vendor) { push.vendorCall = vendorName }
        if !plan.pushNames.contains(.session) { push.callSession = nil }
        return Data(push.bytes() ?? [])
    }

    /// The vendor's, which has the number also for a name where it was told none.
    func vendorPush() -> Data { Data(vendor(.incomingCall).bytes() ?? []) }

    /// One that only says how it ended.
    func newsPush(_ reason: EndReason, byVendor: Bool) -> Data {
        var push = IncomingPush.ended(session, organization: nil, reason: reason)
        if byVendor {
            push = vendor(.callEnded)
            push.ending = reason
        }
        return Data(push.bytes() ?? [])
    }

    private func vendor(_ kind: PushKind) -> IncomingPush {
        var push = IncomingPush()
        push.form = .telnyx
        push.kind = kind
        push.vendorEdge = "edge-1"
        push.callerName = Redacted(plan.number)
        push.callerNumber = Redacted(plan.number)
        if plan.vendorPushNames.contains(.vendor) || kind == .callEnded { push.vendorCall = vendorName }
        if plan.vendorPushNames.contains(.session), kind == .incomingCall { push.callSession = session }
        return push
    }

    /// What the person of the scenario is called by.
    private static let ownNumber = Redacted("+15550199")
}
