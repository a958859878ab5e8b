public import CallModel

/// Decides what becomes of two calls that meet: A calls B while B calls A.
///
/// Both exchanges, or both events, come to the same decision without speaking to each other.
public struct Glare: Hashable, Sendable {
    /// One of the two calls.
    public struct Side: Hashable, Sendable {
        /// The call.
        public var session: CallSessionID
        /// Who calls.
        public var caller: UserID
        /// Who is called.
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
    /// The call that ends, its caller joined to the other's.
    public let merged: CallSessionID

    /// Nil if the two do not meet: other people, or one call twice.
    public init?(_ one: Side, _ other: Side) {
        guard one.session != other.session, one.caller == other.callee, other.caller == one.callee,
            one.caller != one.callee
        else { return nil }
        let isFirst = (one.caller, one.openedAt, one.session) < (other.caller, other.openedAt, other.session)
        survivor = isFirst ? one.session : other.session
        merged = isFirst ? other.session : one.session
    }
}

/// What two calls that met have to do with each other: A calls B while B calls A.
public enum GlareNews: Hashable, Sendable, Codable {
    /// This session goes on; the other's caller, who waits at the carrier, is the winner.
    case absorbs(device: DeviceID, of: UserID, as: CarrierLegID)
    /// This session ends; its caller's leg now belongs to the other.
    case yields(to: CallSessionID)
    /// This session ends, and its caller's leg with it: the carrier cannot join two callers. The other rings on for its
    /// caller.
    case defers(to: CallSessionID)
}

/// A call that meets another: its caller is called by whom it calls.
extension RingSession {
    /// Who is called, where that is one person alone and the call may still become one with another: it rings, and
    /// nothing was done with its caller yet. Who rings with others is called by a group, and does not answer for it.
    public var onlyCallee: UserID? {
        guard outbound == nil, canMeet, let callee = devices.first?.user, devices.allSatisfy({ $0.user == callee })
        else { return nil }
        return callee
    }

    /// Whether the caller still waits as they came in.
    private var canMeet: Bool {
        guard case .ringing = phase else { return false }
        return parent.stage == .parked && parent.answerAttempts == 0
    }

    /// Whether a leg of another call's caller is the one that has this call.
    public func hasAbsorbed(_ name: CarrierLegID) -> Bool {
        guard case .claimed(let claim) = phase else { return false }
        return legs.contains { $0.id == claim.leg && $0.carrierID == name }
    }

    /// Takes what a call that met this one has to do with it.
    mutating func take(_ news: GlareNews, _ now: Duration, _ effects: inout [RingEffect]) {
        switch news {
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

    /// The person called is calling the caller: their leg, waiting at the carrier, wins.
    private mutating func absorb(
        _ name: DeviceID, _ user: UserID, _ carrierID: CarrierLegID, _ now: Duration, _ effects: inout [RingEffect]
    ) {
        guard case .ringing = phase else { return }
        if device(name) == nil {
            devices.append(RungDevice(PlannedDevice(name, of: user, reach: .wake, hasPush: false)))
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
}
