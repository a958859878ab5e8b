import CallModel

/// The call's identifiers and its caller, from pushes, the INVITE and the exchange.
extension PhoneCall {
    /// Learns the values of another push or of the INVITE, and shows them. The exchange's values take precedence over
    /// the carrier's.
    mutating func learn(
        _ naming: CallIdentifiers, display update: CallDisplay, into effects: inout [PhoneCallEffect]
    ) {
        let outranks = naming.session != nil && (session == nil || naming.isOwnPush && vendor != nil)
        session = session ?? naming.session
        round = max(round, naming.round)
        // An INVITE that replaces one that led nowhere has another identifier at the carrier.
        let isDialedAnew = naming.isInvitation && marks.leadsNowhere
        vendor = isDialedAnew ? naming.vendor ?? vendor : vendor ?? naming.vendor
        organization = organization ?? naming.organization
        // The line of an INVITE contains its registration.
        if !naming.isInvitation { provider = provider ?? naming.provider }
        isCallerTold = isCallerTold || naming.includesCaller(update)
        let merged = display.merged(with: update, outranking: outranks).replacing(display)
        guard merged != display else { return }
        show(merged, into: &effects)
    }

    /// Learns who calls from the exchange, whose answer replaces the number that a carrier told, even by none.
    mutating func learnCaller(_ reported: CallDisplay, into effects: inout [PhoneCallEffect]) {
        isCallerTold = true
        var next = reported
        next.organizationName = reported.organizationName ?? display.organizationName
        next.calledNumber = reported.calledNumber ?? display.calledNumber
        next.picture = reported.picture ?? display.picture
        next = next.replacing(display)
        if next != display { show(next, into: &effects) }
    }

    private mutating func show(_ next: CallDisplay, into effects: inout [PhoneCallEffect]) {
        display = next
        if stage.isLive { effects.append(.phone(.report(.updated(id, next)))) }
    }

    /// The exchange began a new round of a call that had not been settled here. The old round and its line have ended
    /// at the exchange; the INVITE of the new one is due.
    mutating func beginRound(_ naming: CallIdentifiers, isReady: Bool, into effects: inout [PhoneCallEffect]) {
        guard let session, stage.isIncoming, naming.session == session, naming.round > round else { return }
        removeAlert(into: &effects)
        marks = RingFlags()
        stopAwaitingInvite(into: &effects)
        (round, line, vendor) = (naming.round, nil, nil)
        if isReady { awaitInvite(into: &effects) }
    }

    /// The call rang in an earlier process, which may have known both its identifiers and its organization, while a push
    /// contains less: a carrier's names no organization. Legs that the exchange dialed in this round lead nowhere.
    mutating func goOn(from former: PastCall) {
        if session == nil { (session, round) = (former.session, former.round) }
        vendor = vendor ?? former.vendor
        organization = organization ?? former.organization
        if round == former.round { marks.leadsNowhere = true }
    }
}

/// What the exchange says of the call beside signaling.
extension PhoneCall {
    /// Applies an answer to a call that rings, or was answered and has no media.
    mutating func meet(
        _ reply: RingRequests.Reply, of kind: RingRequests.Kind, isReady: Bool,
        into effects: inout [PhoneCallEffect]
    ) {
        guard stage.isIncoming else { return }
        switch reply {
        case .dialing: ringOn(isReady: isReady, into: &effects)
        case .taken(let device): leave(.elsewhere(device, self), into: &effects)
        case .voicemail: leftToAttendant(kind, into: &effects)
        case .over(.noAnswer, _, _) where isTaken: leftToAttendant(kind, into: &effects)
        case .over(.answeredElsewhere, let device, let reported):
            leave(.elsewhere(device, reported: reported, self), into: &effects)
        case .over(let reason, _, let reported): leave(.remote(reason, reported: reported, self), into: &effects)
        case .refused where isTaken: leftToAttendant(kind, into: &effects)
        case .refused: marks.asksStatus = true
        // The line was lost and the call rings on. The exchange learns that the device is ready, and has time to dial
        // it again.
        case .ringing where kind == .status: ringOn(isReady: isReady, into: &effects)
        case .granted, .ringing, .caller, .done, .unknown, .failed: break
        }
    }

    /// Waits for a new INVITE, now or as soon as there is a connection for it.
    private mutating func ringOn(isReady: Bool, into effects: inout [PhoneCallEffect]) {
        guard awaitsInvite else { return }
        marks.awaitsReason = false
        guard isReady else { return stopAwaitingInvite(into: &effects) }
        effects.append(.startTimer(.invite, within: nil))
    }

    /// The call no longer rings. If the person has answered it here, the phone tries to get it back from the attendant.
    private mutating func leftToAttendant(_ kind: RingRequests.Kind, into effects: inout [PhoneCallEffect]) {
        guard isTaken, kind != .rescue else { return leave(.remote(.noAnswer, self), into: &effects) }
        marks.wantsRescue = true
    }

    /// The exchange told this device that the call is settled for it. The line of a connected call reports its end
    /// itself, but a carrier's line does not say that another device has the call.
    mutating func settle(_ reason: EndReason, by device: RingDevice?, into effects: inout [PhoneCallEffect]) {
        let isElsewhere = reason == .answeredElsewhere
        guard stage.isIncoming else {
            if isElsewhere { (marks.isLost, marks.answeredBy) = (true, device) }
            return
        }
        leave(isElsewhere ? .elsewhere(device, self) : .remote(reason, self), into: &effects)
    }

    /// The requests that the call needs now.
    ///
    /// - Parameter isReady: whether the connection for its INVITE is ready.
    func ringRequests(isReady: Bool) -> [RingRequests.Kind] {
        var kinds: [RingRequests.Kind] = lacksCaller ? [.caller] : []
        guard stage.isIncoming else { return kinds }
        if marks.asksStatus { kinds.append(.status) }
        guard line == nil else { return kinds }
        if isTaken { kinds.append(.claim) }
        if isReady { kinds.append(.ready) }
        if marks.wantsRescue { kinds.append(.rescue) }
        return kinds
    }

    /// Whether the exchange must be asked who calls: a carrier tells only the number that the exchange dials from.
    private var lacksCaller: Bool {
        direction == .inbound && stage.isLive && currentProvider == .carrier && !isCallerTold
    }

    /// The request about a call that leaves, if one is needed.
    func request(leavingBy exit: CallExit) -> RingRequests.Kind? {
        guard session != nil, direction == .inbound else { return nil }
        switch exit.words {
        case .decline: return line == nil ? .decline : nil
        case .declineEverywhere: return .declineEverywhere
        case .busy, .hangUp: return nil
        case nil: return exit.isGuess ? .status : nil
        }
    }
}
