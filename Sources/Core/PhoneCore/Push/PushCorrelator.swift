import CallModel

/// Decides which call a push or an INVITE refers to.
///
/// It compares the session first and the vendor's identifier next. The number is compared last, and joins only if
/// exactly one incoming call from it fits and none of the values that both sides know differ, the provider included. So
/// it never joins two calls. Source: scenarios A to D (Documentation/Scenarios.md).
///
/// A session may ring the same device several times: after parking and retrieval, or after a transfer back. The round
/// distinguishes these. A later round than that of an ended call is a new call. A later round than that of a call that
/// still comes in continues that call. An earlier round than that of a live call is outdated.
struct PushCorrelator {
    let calls: CallSet
    let past: PastCalls

    func match(_ naming: CallIdentifiers) -> PushMatch {
        let former = past.find(naming)
        // The INVITE of a call that has left gets its termination, even while the system still completes its report.
        if naming.isInvitation, let former, former.outcome != nil, hasLeft(former.id) { return .over(former) }
        if let id = named(naming) { return .known(id, byNumber: false) }
        // A call that rang in an earlier process and has not ended may already ring here by its other identifier.
        if let former, former.outcome != nil { return .over(former) }
        if let call = calls.calls.last(where: { $0.isOutrun(naming.session, naming.round) }) {
            return .outdated(call.id)
        }
        // The identifiers that the earlier process knew count too: no number joins calls that they distinguish.
        let naming = naming.completed(by: former)
        if former != nil, let id = named(naming) { return .known(id, byNumber: false) }
        let candidates = numbered(naming)
        guard let first = candidates.first else { return .new }
        if candidates.count == 1 { return .known(first, byNumber: true) }
        return former == nil && naming.session == nil && !naming.isInvitation ? .oneOfSeveral(first) : .new
    }

    private func hasLeft(_ id: CallUUID) -> Bool { calls[id]?.stage.isLive == false }

    private func named(_ naming: CallIdentifiers) -> CallUUID? {
        let inbound = calls.calls.filter { $0.direction == .inbound && $0.stage != .over(nil) }
        if let session = naming.session, let call = inbound.last(where: { $0.isMeant(by: session, naming.round) }) {
            return call.id
        }
        guard let vendor = naming.vendor else { return nil }
        return inbound.first { $0.vendor == vendor && !Self.contradicts($0.session, naming.session) }?.id
    }

    private func numbered(_ naming: CallIdentifiers) -> [CallUUID] {
        guard let key = naming.handle.flatMap(NumberKey.init) else { return [] }
        let similar = calls.calls.filter { call in
            call.stage.isIncoming && (!naming.isInvitation || call.line == nil)
                && NumberKey(call.display.handle)?.matches(key) == true
                && !Self.clash(call.session, naming.session) && !Self.clash(call.vendor, naming.vendor)
                && !Self.contradicts(call.organization, naming.organization)
                && !Self.contradicts(call.provider, naming.provider)
        }
        // An identical number takes precedence over one in another form.
        let same = similar.filter { NumberKey($0.display.handle) == key }
        return (same.isEmpty ? similar : same).map(\.id)
    }

    /// Whether both values exist and differ.
    private static func contradicts<Name: Equatable>(_ left: Name?, _ right: Name?) -> Bool {
        guard let left, let right else { return false }
        return left != right
    }

    /// Whether both values exist. If they were equal, the number would not be compared.
    private static func clash<Name>(_ left: Name?, _ right: Name?) -> Bool { left != nil && right != nil }
}

extension PhoneCall {
    /// Whether news of a round of a session concern this call. A later round continues a call that still comes in.
    func isMeant(by session: CallSessionID, _ round: RingRound) -> Bool {
        self.session == session && (round == self.round || round > self.round && stage.isIncoming)
    }

    /// Whether news of a round of a session are outdated, because this call is in a later round.
    func isOutrun(_ session: CallSessionID?, _ round: RingRound) -> Bool {
        direction == .inbound && stage != .over(nil) && session != nil && self.session == session && round < self.round
    }
}

/// The call that a push or an INVITE refers to.
enum PushMatch: Hashable, Sendable {
    /// A live call.
    case known(CallUUID, byNumber: Bool)
    /// One of several inbound calls from that number, all of which were announced. The INVITE will show which one.
    case oneOfSeveral(CallUUID)
    /// An ended call.
    case over(PastCall)
    /// An ended round of a call that is in a later round.
    case outdated(CallUUID)
    /// No known call.
    case new
}

/// The identifiers of a call in a push, an INVITE or other news.
struct CallIdentifiers: Hashable, Sendable {
    var session: CallSessionID?
    /// The round in which the session rings this device.
    var round: RingRound = .first
    var vendor: VendorCallID?
    var organization: OrganizationID?
    /// The provider where the call waits, or that sent its INVITE.
    var provider: SignalingProvider?
    var handle: CallHandle?
    /// Whether the source is an INVITE. An INVITE may match a call that has waited for long; a push matches only for a
    /// moment.
    var isInvitation = false
    /// Whether the source is a push of the exchange, not of the carrier.
    var isOwnPush: Bool { !isInvitation && session != nil && vendor == nil }

    /// Whether the source, with this display, tells who calls: it is of the exchange and names a caller.
    func includesCaller(_ display: CallDisplay) -> Bool {
        session != nil && (display.name != nil || !display.handle.isEmpty)
    }

    init(_ call: PushedCall) {
        session = call.session
        round = call.round
        vendor = call.vendor
        organization = call.organization
        provider = call.provider
        handle = call.display.handle
    }

    init(_ invitation: IncomingInvite) {
        session = invitation.session
        round = invitation.round
        vendor = invitation.vendor
        organization = invitation.registration.organization
        provider = invitation.registration.provider
        handle = invitation.caller.handle
        isInvitation = true
    }

    init(_ call: PhoneCall) { self.init(session: call.session, round: call.round, vendor: call.vendor) }

    /// Adds the vendor's identifier that an earlier process knew.
    func completed(by former: PastCall?) -> CallIdentifiers {
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
