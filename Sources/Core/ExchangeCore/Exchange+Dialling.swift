internal import CallModel
internal import Redaction

extension Exchange {
    /// A device asks for something, in a call of its own or for a new one.
    mutating func handle(_ request: DeviceRequest, asker: Asker, _ turn: inout Turn) {
        guard let device = registrations.session(on: asker.connection) else {
            return turn.refuse(.notLoggedIn, to: asker)
        }
        if let limit = request.limitExceeded(under: limits) { return turn.refuse(.limitReached(limit), to: asker) }
        if case .dial(let dialling) = request { return dial(dialling, from: device, asker: asker, &turn) }
        guard let address = device.legs[request.callID] else { return answerStray(request, asker: asker, &turn) }
        // Found in place: a copy would copy every candidate's array on the first change.
        guard calls[address.session]?.handle(request, from: address.index, asker: asker, &turn) != nil else {
            return answerStray(request, asker: asker, &turn)
        }
    }

    /// A request about a call the device does not have. Candidates of one that was refused at once, or forgotten since, go on
    /// coming for as long as the device gathers: they are ignored.
    private func answerStray(_ request: DeviceRequest, asker: Asker, _ turn: inout Turn) {
        switch request {
        case .candidate(let callID, _), .endOfCandidates(let callID): turn.reply(.noted(callID), to: asker)
        case .dial, .answer, .hangUp, .changeHold, .sendTones, .attachAnswer, .updateMedia, .ringing:
            turn.refuse(.callDoesNotExist, to: asker)
        }
    }
}

extension Exchange {
    /// A device places a call. It exists at once; whatever is wrong with it is told afterwards. One that may not be goes the
    /// way of one to a name that is not in use.
    mutating func dial(
        _ dialling: Dialling, from device: RegisteredSession, asker: Asker, _ turn: inout Turn
    ) {
        guard device.legs[dialling.callID] == nil, calls[dialling.session] == nil else {
            return turn.refuse(.callIDInUse, to: asker)
        }
        guard liveCallCount < limits.callsMax else { return turn.refuse(.limitReached(.calls), to: asker) }
        let permitted = dialling.permitted(to: device.user)
        if let limit = limitOfCalls(from: device.user, permitted, dialling.dialled) {
            return turn.refuse(.limitReached(limit), to: asker)
        }
        let callee = permitted?.callee
        let devices = callee.map { devicesToRing(for: $0, from: device) } ?? []
        let wakeable = dialling.wakeable.filter { $0 != device.device }.prefix(limits.devicesOfUserMax)
        let opposite = callee.flatMap { callFrom($0, to: device.user) }
        let failure = failure(
            of: permitted, dialling, canRing: !devices.isEmpty || !wakeable.isEmpty,
            isCalledBack: opposite != nil)
        var call = CallSession(dialling, from: device, as: permitted, turn: turn)
        registrations.begin(
            call.id, caller: device.user, callee: callee, isAnonymous: permitted?.isAnonymous ?? false)
        turn.reply(.callCreated(call.name(of: CallSession.caller)), to: asker)
        if failure == nil, let opposite, let callee {
            meet(opposite, of: callee, &call, ringing: devices, waking: Array(wakeable), &turn)
        } else {
            call.begin(ringing: devices, waking: Array(wakeable), failure: failure, &turn)
        }
        for (index, leg) in call.legs.enumerated() {
            registrations.add(LegAddress(session: call.id, index: index), named: leg.callID, to: leg.session)
        }
        calls[call.id] = call
    }

    /// What a caller has too much of to place a call. Only what the caller did counts: being called takes nothing away. Those
    /// without an account count as one caller: each of them is another one in its next session.
    private func limitOfCalls(
        from caller: UserID, _ permitted: PermittedCall?, _ dialled: Redacted<String>
    ) -> ExchangeLimit? {
        let placed = registrations.user(caller).placed
        guard placed.count < limits.callsOfUserMax else { return .callsOfUser }
        guard let permitted else { return nil }
        let others = permitted.isAnonymous ? registrations.placedAnonymously : placed
        let ringing = others.count { calls[$0]?.isRinging(permitted.target, dialledAs: dialled) == true }
        return ringing < limits.ringsOfPairMax ? nil : .ringsOfPair
    }

    /// The callee's devices, those included that are gone for the moment; never the one that calls.
    private func devicesToRing(for user: UserID, from device: RegisteredSession) -> [RegisteredSession] {
        registrations.sessionsToRing(of: user).filter { $0.id != device.id }
    }

    /// Why the call cannot even ring.
    private func failure(
        of permitted: PermittedCall?, _ dialling: Dialling, canRing: Bool, isCalledBack: Bool
    ) -> Ending? {
        guard DescriptionText.isUsable(dialling.description) else { return Ending(.incompatible) }
        if case .refused(.emergency) = dialling.verdict { return OutboundRefusal.emergency.ending }
        guard let permitted else { return dialling.dialled.endingOfUnknown }
        guard let callee = permitted.callee else { return nil }
        // Who calls the own number with no other device gets what any telephone gives.
        if !canRing { return Ending(callee == permitted.caller ? .busy : .unreachable) }
        return isBusy(callee, isCalledBack: isCalledBack) ? Ending(.busy) : nil
    }

    /// - Parameter isCalledBack: whether one of the user's calls is for the caller: it does not count.
    private func isBusy(_ user: UserID, isCalledBack: Bool) -> Bool {
        let liveCalls = registrations.user(user).liveCalls - (isCalledBack ? 1 : 0)
        switch limits.busyRule {
        case .unlessTooManyCalls: return liveCalls >= limits.callsOfUserMax
        case .withAnyCall: return liveCalls > 0
        }
    }
}

extension PermittedCall {
    /// nil: a call to a number.
    var callee: UserID? { if case .user(let user) = target { user } else { nil } }
}

extension Redacted<String> {
    /// How a call ends that may not be. Whether a number is in use is told no caller: every public number is told
    /// alike that no call from here leads to the public network, which the carrier's registration does. Source: ITU-T
    /// Q.850: 3 no route to destination.
    fileprivate var endingOfUnknown: Ending {
        looksPublic
            ? Ending(
                .unreachable, cause: HangUpCause(3), sipCode: 404, sipReason: "Public Numbers Go Over The Carrier")
            : Ending(.unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")
    }

    private var looksPublic: Bool {
        guard let digits = PublicNumber.digits(dialled: revealed) else { return false }
        return PublicNumber(digits) != nil
    }
}

/// Two users who call each other at the same time.
///
/// Of the two calls one goes on: that of the lower user's name, whichever came first, as of calls to numbers. Each side
/// has made an offer, and only a device that is rung answers one: so the other call ends for its caller, who is rung by
/// the one that goes on, and answers that.
extension Exchange {
    /// The call in which one user calls another just now, and nobody has taken it.
    func callFrom(_ caller: UserID, to callee: UserID) -> CallSessionID? {
        guard caller != callee else { return nil }
        return registrations.user(callee).calledIn.sorted().last { session in
            guard let call = calls[session], case .ringing = call.state, call.divertedAfter == nil else { return false }
            return call.legs[CallSession.caller].user == caller
        }
    }

    /// Begins a call whose callee calls its caller.
    mutating func meet(
        _ opposite: CallSessionID, of callee: UserID, _ call: inout CallSession, ringing devices: [RegisteredSession],
        waking wakeable: [DeviceID], _ turn: inout Turn
    ) {
        let caller = call.legs[CallSession.caller]
        if caller.user < callee {
            calls[opposite]?.merge(into: caller.id, &turn)
            call.begin(ringing: devices, waking: wakeable, failure: nil, &turn)
        } else {
            call.begin(ringing: [], waking: [], failure: nil, &turn)
            call.merge(into: LegID(session: opposite, ordinal: 0), &turn)
        }
    }
}

extension CallSession {
    /// The call ends in favour of another, and everybody is told who is told of an end.
    mutating func merge(into survivor: LegID, _ turn: inout Turn) {
        record(.merged(into: survivor), &turn)
        end(Ending(.answeredElsewhere), &turn)
    }
}
