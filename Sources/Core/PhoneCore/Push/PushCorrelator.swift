import CallModel

/// Tells which call a push or an INVITE speaks of.
///
/// By the session first, by the vendor's name next. The number is a last resort, under conditions that keep it from
/// ever joining two calls: exactly one call comes in from that number and could be meant, and nothing that both sides
/// name is different, the provider neither. Source: scenarios A–D of the seeds; seed rulings 4, 7, 8.
///
/// A session may ring the same device more than once: parked and retrieved, transferred back. Which ringing is meant
/// its round says. One that is later than that of a call that is over is a new call; one that is later than that of a
/// call that still comes in goes on as that call; one that is earlier than that of a call that lives is out of date.
struct PushCorrelator {
    let calls: CallSet
    let past: PastCalls

    func match(_ naming: CallNaming) -> PushMatch {
        if let id = named(naming) { return .known(id, byNumber: false) }
        // One that a process before this rang for, and that is not over, may ring here already by its other name.
        let former = past.find(naming)
        if let former, former.outcome != nil { return .over(former) }
        if let call = calls.calls.last(where: { $0.isOutrun(naming.session, naming.round) }) {
            return .outdated(call.id)
        }
        // The names that the process before knew count as well: no number joins what they tell apart.
        let naming = naming.completed(by: former)
        if former != nil, let id = named(naming) { return .known(id, byNumber: false) }
        let candidates = numbered(naming)
        guard let first = candidates.first else { return .new }
        if candidates.count == 1 { return .known(first, byNumber: true) }
        return former == nil && naming.session == nil && !naming.isInvitation ? .oneOfSeveral(first) : .new
    }

    private func named(_ naming: CallNaming) -> CallUUID? {
        let inbound = calls.calls.filter { $0.direction == .inbound && $0.stage != .over(nil) }
        if let session = naming.session, let call = inbound.last(where: { $0.isMeant(by: session, naming.round) }) {
            return call.id
        }
        guard let vendor = naming.vendor else { return nil }
        return inbound.first { $0.vendor == vendor && !Self.contradicts($0.session, naming.session) }?.id
    }

    private func numbered(_ naming: CallNaming) -> [CallUUID] {
        guard let key = naming.handle.flatMap(NumberKey.init) else { return [] }
        let similar = calls.calls.filter { call in
            call.stage.isIncoming && (!naming.isInvitation || call.line == nil)
                && NumberKey(call.display.handle)?.matches(key) == true
                && !Self.clash(call.session, naming.session) && !Self.clash(call.vendor, naming.vendor)
                && !Self.contradicts(call.organization, naming.organization)
                && !Self.contradicts(call.provider, naming.provider)
        }
        // One that is the same digit by digit is meant rather than one that is written another way.
        let same = similar.filter { NumberKey($0.display.handle) == key }
        return (same.isEmpty ? similar : same).map(\.id)
    }

    /// Whether both are named, differently.
    private static func contradicts<Name: Equatable>(_ left: Name?, _ right: Name?) -> Bool {
        guard let left, let right else { return false }
        return left != right
    }

    /// Whether both are named at all: had they the same name, no number would be asked.
    private static func clash<Name>(_ left: Name?, _ right: Name?) -> Bool { left != nil && right != nil }
}

extension PhoneCall {
    /// Whether news of a round of a session are about this call. A later round takes over a call that still comes in.
    func isMeant(by session: CallSessionID, _ round: RingRound) -> Bool {
        self.session == session && (round == self.round || round > self.round && stage.isIncoming)
    }

    /// Whether news of a round of a session come too late, as this call lives in a later one.
    func isOutrun(_ session: CallSessionID?, _ round: RingRound) -> Bool {
        direction == .inbound && stage != .over(nil) && session != nil && self.session == session && round < self.round
    }
}

/// Which call a push or an INVITE speaks of.
enum PushMatch: Hashable, Sendable {
    /// One that is not over.
    case known(CallUUID, byNumber: Bool)
    /// One of several that come in from that number; which, the INVITE will tell. Each has been announced.
    case oneOfSeveral(CallUUID)
    /// One that is.
    case over(PastCall)
    /// A ringing of a call's that is over: the call lives in a later round.
    case outdated(CallUUID)
    /// None that we know.
    case new
}

/// The names something from outside has for a call.
struct CallNaming: Hashable, Sendable {
    var session: CallSessionID?
    /// Which ringing of this device by that session.
    var round: RingRound = .first
    var vendor: VendorCallID?
    var organization: OrganizationID?
    /// With whom the call waits, or from whom its INVITE came.
    var provider: SignalingProvider?
    var handle: CallHandle?
    /// Whether it is an INVITE, which meets a call that waits for one, however long; a push has only a moment.
    var isInvitation = false
    /// Whether it is a push of the exchange's, and not the carrier's own.
    var isOwnPush: Bool { !isInvitation && session != nil && vendor == nil }

    init(_ call: PushedCall) {
        session = call.session
        round = call.round
        vendor = call.vendor
        organization = call.organization
        provider = call.provider
        handle = call.display.handle
    }

    init(_ invitation: Invitation) {
        session = invitation.session
        round = invitation.round
        vendor = invitation.vendor
        organization = invitation.registration.organization
        provider = invitation.registration.provider
        handle = invitation.display.handle
        isInvitation = true
    }

    init(_ call: PhoneCall) { self.init(session: call.session, round: call.round, vendor: call.vendor) }

    /// With the carrier's name that a process before this one knew.
    func completed(by former: PastCall?) -> CallNaming {
        var naming = self
        naming.vendor = vendor ?? former?.vendor
        return naming
    }

    init(session: CallSessionID?, round: RingRound, vendor: VendorCallID?) {
        self.session = session
        self.round = round
        self.vendor = vendor
    }
}
