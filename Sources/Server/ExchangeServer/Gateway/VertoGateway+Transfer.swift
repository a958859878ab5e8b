internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Redaction
internal import Verto

/// Transfers of answered calls to other users.
extension VertoGateway {
    /// Has the exchange transfer a call. A target that may not be called is reached as little as one that does not
    /// exist, and the device is told the same of both.
    func transfer(_ modify: VertoModify, _ token: VertoRequestNumber, from connection: GatewayConnection) {
        guard let destination = modify.destination else {
            return refuse(token, .callError(.mandatoryElementMissing), connection)
        }
        guard let login = connection.login, login.anonymousTarget == nil else {
            return refuse(token, .noTransfer, connection)
        }
        guard !isDraining, runner.journal?.isBehind != true else {
            return refuse(token, .callError(.normalTemporaryFailure), connection)
        }
        let attempt = CallAttempt(by: login.identity.user, dialing: destination)
        let verdict = verdict(on: attempt, joining: CallID(modify.callID), connection)
        var request = TransferRequest(
            callID: CallID(modify.callID), session: newCall(), verdict: verdict, dialed: attempt.dialed,
            organization: login.organization)
        switch verdict {
        case .permitted(let call):
            // A number rings no device: the exchange takes it for an unknown name.
            guard case .user(let target) = call.target else { break }
            guard mayRing(call, request.dialed, connection) else {
                return refuse(token, VertoFailure(.limitReached(.ringsOfPair)), connection)
            }
            request.wakeable = runner.pusher?.wakeableDevices(of: target) ?? []
        case .refused(let refusal): metrics.refused("transfer: \(refusal.rawValue)")
        }
        submit(.transfer(request), token, connection)
    }

    /// Decides about the target for both: the party that transfers, and the other side, which goes on with the target and
    /// may be in none of the organizations of the target.
    private func verdict(
        on attempt: CallAttempt, joining call: CallID, _ connection: GatewayConnection
    ) -> CallingVerdict {
        let verdict = policy.verdict(on: attempt, in: parties)
        guard case .permitted = verdict, let other = runner.exchange.otherSide(of: call, on: connection.id) else {
            return verdict
        }
        let others = policy.verdict(on: CallAttempt(by: other, dialing: attempt.dialed), in: parties)
        if case .refused = others { return others }
        return verdict
    }
}
