import CallModel

extension RingSession {
    /// The session as others see it.
    public var status: RingStatus {
        var status = RingStatus(
            session: id, organization: organization, parent: parent.carrierID, version: version, epoch: epoch,
            stage: .ringing,
            winner: winner, isHeldByCaller: parent.isHeld, isHeldByWinner: false, outcome: nil)
        switch phase {
        case .ringing: break
        case .claimed(let claim):
            status.stage = .claimed
            status.winner = claim.device
        case .active(let conversation):
            status.stage = .active
            status.isHeldByWinner = leg(conversation.leg).map { legs[$0].isHeld } ?? false
        case .parked: status.stage = .parked
        case .voicemail, .apology: status.stage = .voicemail
        case .ended(let outcome):
            status.stage = .ended
            status.outcome = outcome
        }
        status.direction = direction
        status.beside = beside.map {
            RingStatus.Beside(device: $0.device, role: $0.role, isJoined: $0.isJoined)
        }
        return status
    }
}
