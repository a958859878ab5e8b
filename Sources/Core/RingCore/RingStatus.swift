public import CallModel

/// A session as other parts of the exchange see it.
public struct RingStatus: Hashable, Sendable, Codable {
    /// The stages of a session, without associated values.
    public enum Stage: String, Hashable, Sendable, Codable {
        /// Devices ring.
        case ringing
        /// A device took the call; the caller and the device are being joined.
        case claimed
        /// The caller and the winner talk.
        case active
        /// The caller waits to be retrieved.
        case parked
        /// The caller hears a greeting, or leaves a message.
        case voicemail
        /// The call is over.
        case ended
    }

    /// A device that is brought in beside the winner, or for a parked caller.
    public struct ThirdParty: Hashable, Sendable, Codable {
        /// The device.
        public var device: DeviceID
        /// Its role.
        public var role: RingCore.ThirdParty.Role
        /// Whether it talks to a party of the call.
        public var isJoined: Bool

        /// Describes a device that is brought in.
        public init(device: DeviceID, role: RingCore.ThirdParty.Role, isJoined: Bool) {
            self.device = device
            self.role = role
            self.isJoined = isJoined
        }
    }

    /// The session.
    public var session: CallSessionID
    /// The organization.
    public var organization: OrganizationID
    /// The carrier's id of the caller's leg, which identifies the call at the carrier.
    public var parent: CarrierLegID
    /// Grows by one with each change.
    public var version: UInt64
    /// How often the claim was vacated.
    public var epoch: UInt32
    /// The stage of the session.
    public var stage: Stage
    /// The device that has the call, or had it at the end.
    public var winner: DeviceID?
    /// Whether the caller holds.
    public var isHeldByCaller: Bool
    /// Whether the winner holds.
    public var isHeldByWinner: Bool
    /// The outcome, once the call is over.
    public var outcome: RingOutcome?
    /// The device that is brought in.
    public var beside: ThirdParty?
    /// Whether a party outside or a user placed the call.
    public var direction = CallDirection.inbound
}

extension RingSession {
    /// The session as other parts of the exchange see it.
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
            RingStatus.ThirdParty(device: $0.device, role: $0.role, isJoined: $0.isJoined)
        }
        return status
    }
}
