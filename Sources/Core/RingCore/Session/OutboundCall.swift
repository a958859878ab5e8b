public import CallModel

/// The data of a call that a user makes to the public network.
///
/// The user is the caller, and the rung party is outside: that party needs no key, leaves no message, and counts for no
/// user's missed calls.
public struct OutboundCall: Hashable, Sendable, Codable {
    /// The calling user.
    public var caller: UserID
    /// The caller's device, as ring sessions know it; nil: unknown.
    public var device: DeviceID?
    /// Whether it is an emergency call, whose dial goes before every other.
    public var isEmergency: Bool
    /// Why the call is not allowed, so that no leg is dialed; nil: it is allowed.
    public var refusal: OutboundRefusal?

    /// Describes a call out.
    public init(
        by caller: UserID, from device: DeviceID? = nil, isEmergency: Bool = false, refusal: OutboundRefusal? = nil
    ) {
        self.caller = caller
        self.device = device
        self.isEmergency = isEmergency
        self.refusal = refusal
    }
}

extension RingSession {
    /// Whether a party outside or a user placed the call.
    public var direction: CallDirection { outbound == nil ? .inbound : .outbound }

    /// Whether a request makes sense for the session. A user who calls out has already chosen the callee. Where the two
    /// parties cannot change places, a transfer would keep the user waiting instead of the callee.
    func allows(_ request: RingRequest) -> Bool {
        guard outbound != nil else { return true }
        return switch request {
        case .barge, .end, .completeTransfer, .cancelTransfer, .unpark: true
        case .consult, .park: isReversed
        case .transfer: false
        }
    }

    /// Ends a call out whose caller was logged out or removed. Once the call has changed hands, it ends only if that
    /// user still had it, as with an inbound call.
    ///
    /// - Returns: whether the call is over.
    mutating func endCallOut(
        after change: MembershipChange, _ now: Duration, _ effects: inout [RingEffect]
    ) -> Bool {
        guard !isReversed, let outbound, outbound.isOver(after: change) else { return false }
        end(outcomeOfRequest, now, &effects)
        return true
    }
}

extension OutboundCall {
    fileprivate func isOver(after change: MembershipChange) -> Bool {
        switch change {
        case .loggedOut(let name): device == name
        case .removed(let user): caller == user
        case .left: false  // A call that began goes on, whichever organization the device shows.
        }
    }
}

/// Marks a call out that has changed hands: the session treats the party outside as the caller, and the leg of the
/// calling user as a device's leg.
struct RoleReversal: Hashable, Sendable, Codable {
    /// The dialed leg of the party outside. It is the parent now, so its events are those of the parent.
    let callee: LegID
}

extension RingSession {
    /// Whether it is a call out that has changed hands.
    public var isReversed: Bool { reversal != nil }

    /// The carrier's id of the leg of the party outside. That leg lasts as long as the call, whichever device has it.
    /// So other legs are joined to it, and it is the recorded one.
    public var outsideLeg: CarrierLegID {
        guard outbound != nil, !isReversed else { return parent.carrierID }
        return legs.first { isCallee($0.device) }?.carrierID ?? parent.carrierID
    }

    private func isCallee(_ name: DeviceID) -> Bool { device(name).map { devices[$0].reach == .callee } ?? false }

    /// Lets the two parties of a call out change places. Handing a conversation over keeps the caller waiting, and here
    /// the callee must wait. From then on it is like an inbound call that the user's device has taken.
    mutating func reverse(for request: RingRequest, _ now: Duration, _ effects: inout [RingEffect]) {
        // An emergency call is never put on hold.
        guard request.changesHands, let outbound, !outbound.isEmergency, let name = outbound.device, !isReversed,
            case .active(let conversation) = phase, let far = leg(conversation.leg),
            let carrierID = legs[far].carrierID,
            device(name) == nil, devices.count < RingLimits.devicesMax
        else { return }
        let leg = takeOver(from: name, of: outbound.caller, now)
        exchange(parent: carrierID, for: far, now)
        vacate()
        winner = name
        phase = .active(Conversation(device: name, leg: leg, since: conversation.since))
        reversal = RoleReversal(callee: conversation.leg)
        if let index = device(name) { give(.answered, to: index, &effects) }
    }

    /// Turns the leg of the calling user into that of a device that talks.
    private mutating func takeOver(from name: DeviceID, of user: UserID, _ now: Duration) -> LegID {
        devices.append(RungDevice(DeviceCandidate(name, of: user, hasPush: false, hasChannel: false)))
        devices[devices.count - 1].isBegun = true
        devices[devices.count - 1].legs = 1
        let ordinal = UInt16(legs.count + 1)
        let id = LegID(session: self.id, ordinal: ordinal)
        var leg = RingLeg(id: id, ordinal: ordinal, device: name, confirmation: .notNeeded)
        leg.carrierID = parent.carrierID
        leg.rank = .bridged
        leg.isHeld = parent.isHeld
        leg.lookAt = now + RingLimits.auditInterval
        legs.append(leg)
        return id
    }

    /// Turns the party outside into the parent. The counts of the parent go on, because command ids contain them.
    private mutating func exchange(parent carrierID: CarrierLegID, for far: Int, _ now: Duration) {
        parent.carrierID = carrierID
        parent.isHeld = legs[far].isHeld
        parent.isPlaying = false
        parent.lookAt = now + RingLimits.auditInterval
        legs[far].rank = .over
        legs[far].lookAt = nil
        legs[far].isHeld = false
        pending.removeAll { $0.purpose == .look }
    }

    /// Redirects events of the party outside, which names the dialed leg, to the parent.
    func redirected(_ event: CarrierEvent) -> CarrierEvent {
        guard let reversal else { return event }
        return event.ofParent(for: reversal.callee)
    }
}

extension RingRequest {
    /// Whether the request brings the conversation to another device.
    fileprivate var changesHands: Bool {
        switch self {
        case .park, .consult: true
        case .transfer, .completeTransfer, .cancelTransfer, .unpark, .barge, .end: false
        }
    }
}

extension RingOutcome {
    /// The outcome of a call whose parties have changed places.
    var reversed: RingOutcome {
        switch self {
        case .completedByCaller: .completedByCallee
        case .completedByCallee: .completedByCaller
        default: self
        }
    }
}

extension CarrierEvent {
    fileprivate func ofParent(for leg: LegID) -> CarrierEvent {
        switch self {
        case .answered(.leg(leg)): .answered(.parent)
        case .bridged(.leg(leg), let mark): .bridged(.parent, mark)
        case .hungUp(.leg(leg), let reason): .hungUp(.parent, reason)
        case .held(.leg(leg), let isHeld): .held(.parent, isHeld)
        case .looked(.leg(leg), let liveness): .looked(.parent, liveness)
        default: self
        }
    }
}
