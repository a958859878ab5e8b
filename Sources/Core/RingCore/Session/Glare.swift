public import CallModel

/// Decides between two calls that meet: A calls B while B calls A.
///
/// Both exchanges, and both events, reach the same decision independently.
public struct Glare: Hashable, Sendable {
    /// One of the two calls.
    public struct Side: Hashable, Sendable {
        /// The call.
        public var session: CallSessionID
        /// The calling user.
        public var caller: UserID
        /// The called user.
        public var callee: UserID
        /// When it came in, since the origin of the store's clock.
        public var openedAt: Duration

        /// Describes one call.
        public init(session: CallSessionID, caller: UserID, callee: UserID, openedAt: Duration) {
            self.session = session
            self.caller = caller
            self.callee = callee
            self.openedAt = openedAt
        }
    }

    /// The call that goes on.
    public let survivor: CallSessionID
    /// The call that ends; its caller is joined to the other's.
    public let merged: CallSessionID

    /// Returns nil if the two calls do not meet: other users, or the same call twice.
    public init?(_ one: Side, _ other: Side) {
        guard one.session != other.session, one.caller == other.callee, other.caller == one.callee,
            one.caller != one.callee
        else { return nil }
        let isFirst = (one.caller, one.openedAt, one.session) < (other.caller, other.openedAt, other.session)
        survivor = isFirst ? one.session : other.session
        merged = isFirst ? other.session : one.session
    }
}

/// The part of a session in the meeting of two calls: A calls B while B calls A.
public enum GlareResolution: Hashable, Sendable, Codable {
    /// This session goes on. The other call's caller, who waits at the carrier, is the winner.
    case absorbs(device: DeviceID, of: UserID, as: CarrierLegID)
    /// This session ends. Its caller's leg now belongs to the other session.
    case yields(to: CallSessionID)
    /// This session ends together with its caller's leg, because the carrier cannot join two callers. The other session
    /// goes on ringing.
    case defers(to: CallSessionID)
}

/// A call that meets another: its caller is called by the callee.
extension RingSession {
    /// The called user, where the call is for one user alone and may still merge with another call: it rings, and no
    /// command for its caller was given. A user who rings with others is called as part of a group, and cannot stand
    /// for it.
    public var onlyCallee: UserID? {
        guard outbound == nil, canMeet, let callee = devices.first?.user, devices.allSatisfy({ $0.user == callee })
        else { return nil }
        return callee
    }

    /// Whether the caller still waits unanswered.
    private var canMeet: Bool {
        guard case .ringing = phase else { return false }
        return parent.stage == .parked && parent.answerAttempts == 0
    }

    /// Whether the call belongs to a leg that was another call's caller.
    public func hasAbsorbed(_ name: CarrierLegID) -> Bool {
        guard case .claimed(let claim) = phase else { return false }
        return legs.contains { $0.id == claim.leg && $0.carrierID == name }
    }

    /// Handles the meeting with another call.
    mutating func handle(_ resolution: GlareResolution, _ now: Duration, _ effects: inout [RingEffect]) {
        switch resolution {
        case .absorbs(let device, let user, let name): absorb(device, user, name, now, &effects)
        case .defers: if canMeet { end(.glareMerged, now, &effects) }
        case .yields:
            guard canMeet else { return }
            parent.isHandedOver = true
            parent.stage = .over
            parent.lookAt = nil
            forgetCommands(about: .parent)
            end(.glareMerged, now, &effects)
        }
    }

    /// The callee is calling the caller: the callee's leg, which waits at the carrier, wins.
    private mutating func absorb(
        _ name: DeviceID, _ user: UserID, _ carrierID: CarrierLegID, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .ringing = phase else { return }
        if device(name) == nil {
            devices.append(RungDevice(DeviceCandidate(name, of: user, reach: .wake, hasPush: false)))
        }
        guard let index = device(name), devices[index].reason == nil else { return }
        devices[index].isBegun = true
        let rung = legs.indices.filter { legs[$0].device == name }
        guard let leg = planLeg(of: index) else { return }
        legs[leg].carrierID = carrierID
        legs[leg].rank = .answered
        legs[leg].confirmation = .notNeeded
        for old in rung { dismiss(old, .glareMerged, &effects) }
        command(.answer(.leg(legs[leg].id)), .answer, .leg(legs[leg].id), &effects)
        win(leg, now, &effects)
    }

    /// Handles the result of answering a caller who was merged into this session; a bridge may wait for it.
    mutating func mergedAnswered(
        _ leg: LegID, _ result: CommandResult, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        switch result {
        case .accepted:
            guard parent.stage >= .answered, let (_, joining) = joining, case .awaitingParent = joining.step else {
                return
            }
            bridgeAgain(now, &effects)
        case .alreadyOver: hungUp(leg, .hungUp, now, &effects)
        // The bridge will show it.
        case .notAnswered, .conflict, .rateLimited, .refused, .unavailable, .withdrawn: break
        }
    }
}
