package import CallModel
package import PhoneCore

/// A call of a scenario on the exchange's side.
@MainActor
package final class ExchangeCall {
    package let plan: ScenarioCall
    package let session: CallSessionID
    /// The vendor's name of it.
    package let vendorName: String
    /// What the exchange believes of it.
    package internal(set) var belief = ExchangeBelief.notCalled
    /// Its branch to this phone, while there is one.
    package internal(set) var line: ScriptedLine?
    /// The digits that reached the other side.
    package internal(set) var digits = ""
    /// Whether it waits at the carrier until the phone asks for it: there was no connection to send its INVITE over.
    var isParked = false
    /// Whether the carrier could not reach the phone, and keeps no INVITE for it: it is to be dialled anew.
    var isUnreached = false
    /// The run of the app for which it was dialled anew, as that named itself.
    var process: UInt64?
    /// How many INVITEs the phone was sent, and how often it was dialled.
    var inviteCount = 0
    var dialCount = 1
    /// Until when it rings, by the phone's time.
    var ringsUntil: Duration = .zero
    /// Whether the person has declined it for all devices.
    var isDeclinedForAll = false
    /// Counts what made an earlier wait pointless.
    var episode = 0

    /// Over which of the phone's registrations its INVITE comes.
    package var registration: RegistrationID {
        RegistrationID(OrganizationID(plan.organization), plan.isOfCarrier ? .carrier : .exchange)
    }

    init(_ plan: ScenarioCall, index: UInt64, session: CallSessionID?) {
        self.plan = plan
        self.session = session ?? CallSessionID(.random(high: 0x5E55, low: index + 1))
        vendorName = UUIDValue.random(high: 0x7E1E, low: index + 1).description
    }
}
