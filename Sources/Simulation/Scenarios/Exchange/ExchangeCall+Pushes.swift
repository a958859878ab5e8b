internal import CallModel
internal import Foundation
internal import PhoneCore
internal import PushPayload
internal import Redaction

/// The pushes about a call.
extension ExchangeCall {
    /// Ours.
    ///
    /// - Parameter sentAt: by the exchange's calendar.
    func push(sentAt: WallTime) -> Data {
        let deadline = sentAt.advanced(by: plan.ringsFor)
        var push = IncomingPush.ringing(
            session, organization: plan.organization, provider: registration.provider.rawValue, deadline: deadline)
        push.sentAt = sentAt
        push.callerName = plan.name.map(Redacted.init(_:))
        push.callerNumber = Redacted(plan.number)
        if plan.pushNames.contains(.vendor) { push.vendorCall = vendorName }
        if !plan.pushNames.contains(.session) { push.callSession = nil }
        return Data(push.bytes() ?? [])
    }

    /// The vendor's, which knows the number as well as a name it was told.
    func vendorPush() -> Data {
        var push = IncomingPush()
        push.form = .telnyx
        push.kind = .incomingCall
        push.vendorEdge = "edge-1"
        push.callerName = Redacted(plan.number)
        push.callerNumber = Redacted(plan.number)
        if plan.vendorPushNames.contains(.vendor) { push.vendorCall = vendorName }
        if plan.vendorPushNames.contains(.session) { push.callSession = session }
        return Data(push.bytes() ?? [])
    }

    /// One that only says how it ended.
    func newsPush(_ reason: EndReason, byVendor: Bool, sentAt: WallTime) -> Data {
        var push = IncomingPush()
        push.kind = .callEnded
        push.ending = reason
        if byVendor {
            push.form = .telnyx
            push.vendorEdge = "edge-1"
            push.vendorCall = vendorName
        } else {
            push.form = .carillon
            push.version = IncomingPush.versionKnown
            push.callSession = session
            push.organization = plan.organization
            push.sentAt = sentAt
        }
        return Data(push.bytes() ?? [])
    }
}
