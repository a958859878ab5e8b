public import CallModel

/// What makes a call one that a user makes out to the public network.
///
/// The user is the caller, and who is rung is outside: no key is asked for, no message is taken, and no user has
/// missed anything by it.
public struct OutboundCall: Hashable, Sendable, Codable {
    /// Who calls.
    public var caller: UserID
    /// What they call from, as ring sessions know it; nil: not known.
    public var device: DeviceID?
    /// Whether it is a call for help: its dial goes before every other.
    public var isEmergency: Bool
    /// Why it may not be: then no leg is dialled; nil: it may.
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
    /// Who placed the call: a party outside, or a user.
    public var direction: CallDirection { outbound == nil ? .inbound : .outbound }

    /// Whether something asked of the session makes sense for it. A user who calls out has chosen whom it rings; and
    /// where the two could not change places, the user would be kept waiting in place of whom they called.
    func allows(_ request: RingRequest) -> Bool {
        guard outbound != nil else { return true }
        return switch request {
        case .barge, .end, .completeTransfer, .cancelTransfer, .unpark: true
        case .consult, .park: isReversed
        case .transfer: false
        }
    }

    /// A caller of ours who is gone makes no call any more. Once the call has changed hands, it is over only if they
    /// had it still, as with a call that came in.
    ///
    /// - Returns: whether the call is over by it.
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
        case .left: false  // A call that began goes on, whatever the device shows.
        }
    }
}

/// A call out that has changed hands: the session keeps the party outside as it keeps a caller, and the leg of the user
/// who called is one among those of devices.
struct Reversal: Hashable, Sendable, Codable {
    /// The leg of the party outside, as it was rung. It is the parent now, and news of it are news of the parent.
    let callee: LegID
}

extension RingSession {
    /// Whether it is a call out that has changed hands.
    public var isReversed: Bool { reversal != nil }

    /// The carrier's name of the leg of the party outside. It is there for as long as the call is, whatever hands the
    /// call is in: so others are joined to it, and it is the one that is recorded.
    public var outsideLeg: CarrierLegID {
        guard outbound != nil, !isReversed else { return parent.carrierID }
        return legs.first { isCallee($0.device) }?.carrierID ?? parent.carrierID
    }

    private func isCallee(_ name: DeviceID) -> Bool { device(name).map { devices[$0].reach == .callee } ?? false }

    /// To hand a conversation over keeps a caller waiting. In a call out the one to be kept is whom the user called,
    /// so the two change places: from then on it is a call like one that came in, which the user's device has taken.
    mutating func reverse(for request: RingRequest, _ now: Duration, _ effects: inout [RingEffect]) {
        // Help is not kept waiting.
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
        reversal = Reversal(callee: conversation.leg)
        if let index = device(name) { give(.answered, to: index, &effects) }
    }

    /// The leg of the user who called becomes that of a device which talks.
    private mutating func takeOver(from name: DeviceID, of user: UserID, _ now: Duration) -> LegID {
        devices.append(RungDevice(PlannedDevice(name, of: user, hasPush: false, hasChannel: false)))
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

    /// The party outside becomes the parent. Counts of the parent go on, as commands are named by them.
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

    /// News of the party outside name the leg that was rung; they are news of the parent.
    func redirected(_ news: CarrierNews) -> CarrierNews {
        guard let reversal else { return news }
        return news.ofParent(for: reversal.callee)
    }
}

extension RingRequest {
    /// Whether the conversation goes to another device by it.
    fileprivate var changesHands: Bool {
        switch self {
        case .park, .consult: true
        case .transfer, .completeTransfer, .cancelTransfer, .unpark, .barge, .end: false
        }
    }
}

extension RingOutcome {
    /// The same of a call in which who is kept as the caller was called.
    var reversed: RingOutcome {
        switch self {
        case .completedByCaller: .completedByCallee
        case .completedByCallee: .completedByCaller
        default: self
        }
    }
}

extension CarrierNews {
    fileprivate func ofParent(for leg: LegID) -> CarrierNews {
        switch self {
        case .answered(.leg(leg)): .answered(.parent)
        case .bridged(.leg(leg), let mark): .bridged(.parent, mark)
        case .hungUp(.leg(leg), let news): .hungUp(.parent, news)
        case .held(.leg(leg), let isHeld): .held(.parent, isHeld)
        case .looked(.leg(leg), let liveness): .looked(.parent, liveness)
        default: self
        }
    }
}
