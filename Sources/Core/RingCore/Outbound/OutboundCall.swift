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
