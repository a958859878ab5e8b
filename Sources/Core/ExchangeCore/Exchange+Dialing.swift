internal import CallModel
internal import Redaction
internal import RingCore

extension Exchange {
    /// Carries out a request of a device, in one of its calls or for a new one.
    mutating func handle(_ request: ClientRequest, asker: Asker, _ turn: inout Turn) {
        guard let device = registrations.session(on: asker.connection) else {
            return turn.refuse(.notLoggedIn, to: asker)
        }
        if let limit = request.limitExceeded(under: limits) { return turn.refuse(.limitReached(limit), to: asker) }
        if case .dial(let dialing) = request { return dial(dialing, from: device, asker: asker, &turn) }
        if case .take(let taking) = request { return take(taking, by: device, asker: asker, &turn) }
        if case .transfer(let transfer) = request { return self.transfer(transfer, by: device, asker: asker, &turn) }
        guard let address = registrations.address(of: request.callID, in: device.id) else {
            return replyToUnknownCall(request, asker: asker, &turn)
        }
        // The call is changed in place: a copy would copy every candidate's array on the first change.
        guard calls[address.session]?.handle(request, from: address.index, asker: asker, &turn) != nil else {
            return replyToUnknownCall(request, asker: asker, &turn)
        }
    }

    /// Answers a request about a call the device does not have. A device goes on sending candidates of a call that
    /// was refused at once, or forgotten since, for as long as it gathers them: they are ignored.
    private func replyToUnknownCall(_ request: ClientRequest, asker: Asker, _ turn: inout Turn) {
        switch request {
        case .candidate(let callID, _), .endOfCandidates(let callID): turn.reply(.noted(callID), to: asker)
        case .dial, .take, .transfer, .answer, .describeEarly, .hangUp, .changeHold, .sendTones, .attachAnswer,
            .updateMedia,
            .ringing:
            turn.refuse(.callDoesNotExist, to: asker)
        }
    }
}

extension Exchange {
    /// Places a call for a device. The call exists at once, and the device is told afterward why it fails.
    /// A call that is not permitted ends exactly as one to an unknown name, so that a caller cannot tell the two
    /// apart.
    mutating func dial(
        _ dialing: Dialing, from device: RegisteredSession, asker: Asker, _ turn: inout Turn
    ) {
        guard registrations.address(of: dialing.callID, in: device.id) == nil, calls[dialing.session] == nil else {
            return turn.refuse(.callIDInUse, to: asker)
        }
        guard liveCallCount < limits.callsMax else { return turn.refuse(.limitReached(.calls), to: asker) }
        let permitted = dialing.permitted(to: device.user)
        if let limit = limitOfCalls(from: device.user, permitted, dialing.dialed) {
            return turn.refuse(.limitReached(limit), to: asker)
        }
        let callee = permitted?.callee
        let devices = callee.map { devicesToRing(for: $0, from: device) } ?? []
        let wakeable = dialing.wakeable.filter { $0 != device.device }.prefix(limits.devicesOfUserMax)
        let opposite = callee.flatMap { callFrom($0, to: device.user) }
        let failure = failure(
            of: permitted, dialing, canRing: !devices.isEmpty || !wakeable.isEmpty,
            isCalledBack: opposite != nil)
        place(GatewayCall(dialing, from: device, as: permitted, failure: failure, turn: turn), asker: asker, &turn)
        let session = dialing.session
        registrations.begin(session, caller: device.user, callee: callee, isAnonymous: permitted?.isAnonymous ?? false)
        if failure == nil, let opposite, !survives(session, meeting: opposite, &turn) { return }
        begin(session, ringing: devices, wakeable, &turn)
    }

    /// Begins a call that was placed, and rings the devices of its callee.
    mutating func begin(
        _ session: CallSessionID, ringing devices: [RegisteredSession], _ wakeable: some Sequence<DeviceID>,
        _ turn: inout Turn
    ) {
        calls[session]?.begin(&turn)
        guard let call = calls[session], let callee = call.callee, call.isRinging else { return }
        let candidates =
            call.failure == nil ? DeviceCandidate.ofUser(callee, present: devices, wakeable: wakeable) : []
        openRing(of: session, candidates, &turn)
    }

    private mutating func place(_ call: GatewayCall, asker: Asker, _ turn: inout Turn) {
        let caller = call.legs[GatewayCall.caller]
        let address = LegIndex(session: call.id, index: GatewayCall.caller)
        registrations.add(address, named: caller.callID, to: caller.session)
        turn.reply(.callCreated(call.name(of: GatewayCall.caller)), to: asker)
        calls[call.id] = call
    }

    /// The limit that keeps a caller from placing a call; nil if there is none. Only calls the caller placed count.
    /// All callers without an account count as one, because such a caller is a new one in each session.
    func limitOfCalls(
        from caller: UserID, _ permitted: PermittedCall?, _ dialed: Redacted<String>
    ) -> ExchangeLimit? {
        let placed = registrations.user(caller).placed
        guard placed.count < limits.callsOfUserMax else { return .callsOfUser }
        guard let permitted else { return nil }
        let others = permitted.isAnonymous ? registrations.placedAnonymously : placed
        let ringing = others.count { calls[$0]?.isRinging(permitted.target, dialedAs: dialed) == true }
        return ringing < limits.ringsOfPairMax ? nil : .ringsOfPair
    }

    /// The callee's devices that the call rings, including those without a connection, but never the one that calls.
    func devicesToRing(for user: UserID, from device: RegisteredSession) -> [RegisteredSession] {
        registrations.sessionsToRing(of: user).filter { $0.id != device.id }
    }

    /// How the call ends if it cannot even ring; nil if it can.
    func failure(
        of permitted: PermittedCall?, _ dialing: Dialing, canRing: Bool, isCalledBack: Bool
    ) -> Ending? {
        guard SessionDescriptionEditing.isUsable(dialing.description) else { return Ending(.incompatible) }
        if case .refused(.emergency) = dialing.verdict { return OutboundRefusal.emergency.ending }
        guard let permitted else { return dialing.dialed.endingOfUnknown }
        guard let callee = permitted.callee else { return nil }
        // A user who calls their own number and has no other device gets the busy tone any telephone gives.
        if !canRing { return Ending(callee == permitted.caller ? .busy : .unreachable) }
        return isBusy(callee, isCalledBack: isCalledBack) ? Ending(.busy) : nil
    }

    /// - Parameter isCalledBack: whether one of the user's calls is to the caller; that call does not count.
    private func isBusy(_ user: UserID, isCalledBack: Bool) -> Bool {
        let liveCalls = registrations.user(user).liveCalls - (isCalledBack ? 1 : 0)
        switch limits.busyRule {
        case .unlessTooManyCalls: return liveCalls >= limits.callsOfUserMax
        case .withAnyCall: return liveCalls > 0
        }
    }
}

extension PermittedCall {
    /// The user the call is for; nil for a call to a number.
    var callee: UserID? { if case .user(let user) = target { user } else { nil } }
}

extension Redacted<String> {
    /// How a call that is not permitted ends. No caller is told whether a number is in use: every public number ends
    /// alike, with the hint that public numbers are called over the carrier. Source: ITU-T Q.850: 3 no route to
    /// destination.
    fileprivate var endingOfUnknown: Ending {
        looksPublic
            ? Ending(
                .unreachable, cause: HangUpCause(3), sipCode: 404, sipReason: "Public Numbers Go Over The Carrier")
            : Ending(.unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")
    }

    private var looksPublic: Bool {
        guard let digits = PublicNumber.digits(dialed: revealed) else { return false }
        return PublicNumber(digits) != nil
    }
}

/// Two users who call each other at the same time.
///
/// Of the two calls, the one placed by the user with the lower name goes on, whichever came first. Both
/// callers sent an offer, and a caller cannot answer an offer. So the other call ends; its caller is rung by the call
/// that goes on, and answers it. Calls to numbers decide alike.
extension Exchange {
    /// The unanswered call in which one user calls another; nil if there is none.
    func callFrom(_ caller: UserID, to callee: UserID) -> CallSessionID? {
        guard caller != callee else { return nil }
        return registrations.user(callee).calledIn.sorted().last { session in
            guard let call = calls[session], case .ringing = call.state, call.divertedAfter == nil,
                call.transferred == nil
            else { return false }
            return call.legs[GatewayCall.caller].user == caller
        }
    }

    /// Decides which of two calls that meet goes on, as the ring sessions of calls to numbers do, and ends the other.
    ///
    /// - Returns: whether the call that was just placed goes on.
    mutating func survives(_ session: CallSessionID, meeting opposite: CallSessionID, _ turn: inout Turn) -> Bool {
        guard let own = calls[session]?.sideOfGlare, let other = calls[opposite]?.sideOfGlare,
            let glare = Glare(own, other)
        else { return true }
        let survivor = LegID(session: glare.survivor, ordinal: 0)
        // A call that ends at once is in the journal like any other.
        if glare.merged == session { calls[session]?.begin(&turn) }
        calls[glare.merged]?.merge(into: survivor, &turn)
        return glare.survivor == session
    }
}

extension GatewayCall {
    /// The call as one of two that meet; nil for a call to a number.
    fileprivate var sideOfGlare: Glare.Side? {
        callee.map { Glare.Side(session: id, caller: legs[Self.caller].user, callee: $0, openedAt: createdAt) }
    }

    /// Ends the call in favor of another. The devices are told as of any other end.
    fileprivate mutating func merge(into survivor: LegID, _ turn: inout Turn) {
        record(.merged(into: survivor), &turn)
        end(Ending(.answeredElsewhere), &turn)
    }
}
