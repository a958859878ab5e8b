import CallModel
import PhoneCore
import PhoneKit

/// An exchange whose HTTP API cannot be reached: nothing of a call may depend on it.
@MainActor
final class SilentAPI: ExchangePort {
    weak var sink: (any PhoneEventSink)?

    func upload(_ message: TokenLedger.Message) {}
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {}
    func askCredentials(of organization: OrganizationID) {}
    func renewSession() {}
    func perform(_ step: SignOutStep) {}
}
