public import CallModel

/// A session as others see it.
public struct RingStatus: Hashable, Sendable, Codable {
    /// The stages of a session, without what each holds.
    public enum Stage: String, Hashable, Sendable, Codable {
        /// Devices ring.
        case ringing
        /// A device took the call; caller and device are being joined.
        case claimed
        /// They talk.
        case active
        /// The caller waits to be taken up.
        case parked
        /// The caller hears a greeting, or leaves a message.
        case voicemail
        /// Over.
        case ended
    }

    /// A device that is brought in beside the winner, or for a parked caller.
    public struct Beside: Hashable, Sendable, Codable {
        /// Which.
        public var device: DeviceID
        /// What for.
        public var role: RingCore.Beside.Role
        /// Whether it talks to somebody of the call.
        public var isJoined: Bool

        /// Says who is brought in.
        public init(device: DeviceID, role: RingCore.Beside.Role, isJoined: Bool) {
            self.device = device
            self.role = role
            self.isJoined = isJoined
        }
    }

    /// Which session.
    public var session: CallSessionID
    /// Whose.
    public var organization: OrganizationID
    /// The carrier's name of the caller's leg, which tells with whom the call is.
    public var parent: CarrierLegID
    /// Grows by one with each change.
    public var version: UInt64
    /// How often the claim was vacated.
    public var epoch: UInt32
    /// Where it stands.
    public var stage: Stage
    /// Who has it, or had it at the end.
    public var winner: DeviceID?
    /// Whether the caller holds.
    public var isHeldByCaller: Bool
    /// Whether the winner holds.
    public var isHeldByWinner: Bool
    /// What it came to.
    public var outcome: RingOutcome?
    /// Who is brought in.
    public var beside: Beside?
    /// Who placed the call: a party outside, or a user.
    public var direction = CallDirection.inbound
}

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
