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
        var request = transferRequest(of: CallID(modify.callID), to: destination, by: login, connection)
        switch (request.verdict, request.peerVerdict) {
        case (.permitted(let call), .permitted):
            // A number rings no device: the exchange takes it for an unknown name.
            guard case .user(let target) = call.target else { break }
            guard mayRing(call, request.dialed, connection) else {
                return refuse(token, VertoFailure(.limitReached(.ringsOfPair)), connection)
            }
            request.wakeable = runner.pusher?.wakeableDevices(of: target) ?? []
        case (.refused(let refusal), _), (_, .refused(let refusal)): metrics.refused("transfer: \(refusal.rawValue)")
        }
        submit(.transfer(request), token, connection)
    }

    /// Has the policy decide about the target for both: the party that transfers, and the other side, which goes on
    /// with the target and may be in none of its organizations. The target is shown the other side as if that one had
    /// called it.
    private func transferRequest(
        of call: CallID, to destination: Redacted<String>, by login: DeviceLogin, _ connection: GatewayConnection
    ) -> TransferRequest {
        let attempt = CallAttempt(by: login.identity.user, dialing: destination)
        // Without another side there is no answered call, which the exchange refuses to transfer.
        let others = runner.exchange.otherSide(of: call, on: connection.id).map { other in
            policy.verdict(on: CallAttempt(by: other, dialing: attempt.dialed), in: parties)
        }
        return TransferRequest(
            callID: call, session: newCall(), verdict: policy.verdict(on: attempt, in: parties),
            peerVerdict: others ?? .refused(.unknownCaller), dialed: attempt.dialed, organization: login.organization)
    }
}
