import CallModel
import Redaction

/// Transfers of the call to another user of the exchange.
extension PhoneCall {
    /// Has the exchange ring the target. Carriers transfer no call for a phone, so a call of a carrier's line is refused.
    /// The exchange knows whether a transfer is under way already, and refuses a second one.
    mutating func askToTransfer(
        to target: Redacted<String>, into effects: inout [PhoneCallEffect]
    ) -> UserOutcome {
        guard stage.isLive else { return .refused(.unknownCall) }
        guard stage == .connected, let line else { return .refused(.notNow) }
        guard line.registration.provider == .exchange else { return .refused(.notTransferable) }
        effects.append(.phone(.line(.transfer(line.id, to: target))))
        return .accepted(id)
    }

    /// The call goes on, and the person learns why.
    ///
    /// - Parameter ending: how the call to the target ended; `nil` if the exchange rang no target.
    func transferFailed(_ ending: Ending?, into effects: inout [PhoneCallEffect]) {
        guard stage == .connected else { return }
        effects.append(.phone(.publish(.transferFailed(id, ending?.reason ?? .failed, reported: ending))))
    }
}

extension Phone {
    /// Reads the target, and has its call transferred.
    mutating func transfer(
        _ call: CallUUID, to target: Redacted<String>, _ ticket: UserRequestID, into effects: inout [PhoneEffect]
    ) {
        do throws(DialError) {
            pass(.transferAsked(ticket, try DialDestination(target).text), to: call, into: &effects)
        } catch {
            effects.append(.settle(ticket, .refused(PhoneRefusal(error))))
        }
    }
}
