internal import CallModel
internal import Redaction

extension CallSession {
    /// Whether the call is kept for another run of the exchange: once it is answered, but not one in which a message is
    /// left, as its attendant dies with the exchange.
    var isKept: Bool {
        guard case .active(let claim) = state else { return false }
        return divertedAfter == nil && commanded?.attendantLeg != claim.winner
    }

    /// What is kept of it.
    var keptCall: KeptCall? {
        guard isKept, case .active(let claim) = state, let answeredAt else { return nil }
        return KeptCall(
            session: id, version: version, callee: callee, organization: organization,
            callerName: invitation.callerName, callerNumber: invitation.callerNumber, dialled: invitation.dialled,
            usersOfNumber: commanded?.users, legs: legs.indices.map { KeptLeg(legs[$0], settledMedia(of: $0)) },
            winner: claim.winner,
            epoch: claim.epoch, answerHeaders: claim.delivery == .delivered ? nil : claim.headers,
            createdAt: createdAt, rangAt: rangAt, answeredAt: answeredAt)
    }

    /// A leg's media but for those that may yet be taken back.
    private func settledMedia(of index: Int) -> LegMedia {
        if let freshOffer, freshOffer.offerer == index { return freshOffer.before }
        guard let renegotiation else { return legs[index].media }
        if renegotiation.answerer == index { return renegotiation.answererBefore }
        if case .request = renegotiation.origin, renegotiation.offerer == index { return renegotiation.offererBefore }
        return legs[index].media
    }

    /// Keeps the call as it stands now.
    func keep(_ turn: inout Turn) {
        if let keptCall { turn.effects.append(.keep(keptCall)) }
    }

    /// An answered call of an earlier run, whose devices are gone.
    init(_ kept: KeptCall) {
        let caller = kept.legs[Self.caller]
        id = kept.session
        callee = kept.callee
        organization = kept.organization
        attendant = nil
        commanded = kept.usersOfNumber.map { CommandedCall(mailbox: nil, users: $0) }
        version = kept.version
        let isDelivered = kept.answerHeaders == nil
        state = .active(
            Claim(
                winner: kept.winner, epoch: kept.epoch, headers: kept.answerHeaders ?? [],
                delivery: isDelivered ? .delivered : .awaitingCaller))
        invitation = Invitation(
            name: CallName(callID: caller.callID, session: kept.session, leg: caller.id), description: "",
            trickles: false, callerName: kept.callerName, callerNumber: kept.callerNumber,
            dialled: kept.dialled, headers: [], clientState: nil, preferredCodecs: [])
        answeredBy = kept.winner
        claimCount = kept.epoch
        createdAt = kept.createdAt
        rangAt = kept.rangAt
        answeredAt = kept.answeredAt
        legs = kept.legs.map(Leg.init)
        if !isDelivered { legs[Self.caller].state = .ringing }
    }
}

extension KeptLeg {
    fileprivate init(_ leg: Leg, _ media: LegMedia) {
        self.init(
            id: leg.id, callID: leg.callID,
            device: DeviceSession(id: leg.session, user: leg.user, device: leg.device, capabilities: leg.capabilities),
            takesCandidates: leg.takesCandidates, description: media.whole, isHeld: leg.isHeld,
            ending: leg.state.ending)
    }
}

extension Leg {
    fileprivate init(_ kept: KeptLeg) {
        self.init(
            id: kept.id, callID: kept.callID, of: RegisteredSession(kept.device, connection: nil),
            takesCandidates: kept.takesCandidates)
        // Whoever was rung and did not come into the call finds it gone when coming back.
        state = kept.ending.map { .over($0, isKnown: true) } ?? .answered
        if let description = kept.description { media = LegMedia(description: description, trickles: false) }
        isHeld = kept.isHeld
    }
}
