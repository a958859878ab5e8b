package import CallModel
internal import Foundation
package import PhoneCore
internal import PushPayload
internal import Redaction

/// A call of a scenario, as the exchange has it.
@MainActor
package final class ExchangeCall {
    package let plan: ScenarioCall
    package let session: CallSessionID
    /// The vendor's id of the call.
    package let vendorName: String
    /// The exchange's state of the call.
    package internal(set) var belief = ExchangeCallState.notCalled
    /// Its leg to this phone, if there is one.
    package internal(set) var line: ScriptedLine?
    /// The digits that the other side has received.
    package internal(set) var digits = ""
    /// Whether it waits at the carrier until the phone fetches it, because there was no connection for its INVITE.
    var isParked = false
    /// Whether the carrier could not reach the phone and keeps no INVITE for it, so that it must be dialed again.
    var isUnreached = false
    /// The process for which it was dialed again, by the process's own number.
    var process: UInt64?
    /// The number of INVITEs sent to the phone; the next property counts how often the phone was dialed.
    var inviteCount = 0
    var dialCount = 1
    /// The end of ringing, by the phone's time.
    var ringsUntil: Duration = .zero
    /// Whether the user has declined it for all devices.
    var isDeclinedForAll = false
    /// Counts changes that make an earlier wait obsolete.
    var episode = 0

    /// The phone's registration over which its INVITE comes.
    package var registration: RegistrationID {
        RegistrationID(OrganizationID(plan.organization), plan.isOfCarrier ? .carrier : .exchange)
    }

    init(_ plan: ScenarioCall, index: UInt64, session: CallSessionID?) {
        self.plan = plan
        self.session = session ?? CallSessionID(.random(high: 0x5E55, low: index + 1))
        vendorName = UUIDValue.random(high: 0x7E1E, low: index + 1).description
    }
}

extension ScenarioCall {
    /// Who calls.
    var caller: CallDisplay { CallDisplay(.phoneNumber(Redacted(number)), name: name.map { Redacted($0) }) }
}

/// The pushes about a call, with the same contents as those of the real exchange and vendor.
extension ExchangeCall {
    /// Our push of an exchange that includes the caller.
    ///
    /// - Parameter sentAt: the sending time by the exchange's clock.
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

    /// The vendor's push, which repeats the number as the name.
    func vendorPush() -> Data { Data(vendor(.incomingCall).bytes() ?? []) }

    /// A push that only reports the call's end.
    func endPush(_ reason: EndReason, byVendor: Bool) -> Data {
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

    /// The number of the scenario's user.
    private static let ownNumber = Redacted("+15550199")
}
