import CallModel
import DeviceModel
import PhoneCore
import Redaction

/// The exchange, and CarillonRTC between it and the phone.
extension PhoneWorld {
    /// Places a call. Without a push token, the exchange does not announce it.
    mutating func placeCall(_ number: UInt8) {
        sessions[Int(number)].stage = .ringing
        let comes = registration(of: sessions[Int(number)])
        sessions[Int(number)].isParked = isEither && comes.provider == .carrier && !isHeard(over: comes)
        if !account.hasToken { sessions[Int(number)].ownPushes = 0 }
        if faults.lacksToken, !carrierHasToken { sessions[Int(number)].vendorPushes = 0 }
    }

    /// Ends a call by the caller; over a ready connection, the phone is told.
    mutating func endByCaller(_ number: UInt8) {
        let session = sessions[Int(number)]
        let unanswered: EndReason = session.direction == .inbound ? .cancelled : .busy
        let reason = session.stage == .answered ? .completed : unanswered
        sessions[Int(number)].stage = .over(reason)
        forgetDetached(Int(number))
        if isHeard(over: registration(of: session)) { step(Int(number), .released(Ending(reason))) }
    }

    /// Has another device of the user take the call.
    mutating func answerElsewhere(_ number: UInt8) {
        faults.takings -= 1
        sessions[Int(number)].stage = .over(.answeredElsewhere)
        let isHeard = isHeard(over: registration(of: sessions[Int(number)]))
        if isHeard { step(Int(number), .released(Ending(.answeredElsewhere))) }
    }

    /// Ends the carrier's leg of a call that rings on, because the exchange has dialed another leg.
    mutating func cancelLine(_ index: Int) {
        step(index, .released(Ending(.cancelled)))
        sessions[index].line = nil
    }

    /// Has the dialed party answer.
    mutating func answerByPeer(_ number: UInt8) {
        sessions[Int(number)].stage = .answered
        countdowns.stop(.callerGrace(number))
        step(Int(number), .peerAnswered)
    }

    mutating func connect(_ registration: RegistrationID) {
        self[registration] = .ready
        if registration.provider == .carrier, tellsToken { carrierHasToken = true }
        if watchesPath { linkNetwork = paths.current.network }
        resumeSession(registration)
        signaling.append(.signaling(registration, .ready))
        for index in sessions.indices
        where sessions[index].line != nil && self.registration(of: sessions[index]) == registration {
            if case .over(let reason) = sessions[index].stage { step(index, .released(Ending(reason))) }
            confirmHold(index)
        }
    }

    /// Confirms a requested hold or resume, as the exchange does when it receives the request.
    private mutating func confirmHold(_ index: Int) {
        switch sessions[index].line?.machine.state.hold {
        case .turningOn: step(index, .holdConfirmed)
        case .turningOff: step(index, .resumeConfirmed)
        case .on, .off, nil: break
        }
    }

    /// Fails the requested connection.
    mutating func refuseLink(_ failure: SignalingFailure) {
        faults.refusals -= 1
        link = .offline
        signaling.append(.signaling(registration, .disconnected(failure)))
    }

    mutating func invite(_ number: UInt8) {
        let session = sessions[Int(number)]
        let isTakenForAnother = plantedFault == .callsMatchedByLine && session.comesBy != nil
        let name = isTakenForAnother ? CallSessionID(UUIDValue(high: 0xA1, low: UInt64(number))) : session.id
        sessions[Int(number)].line = ExchangeSession.Line(machine: CallMachine(.inbound))
        signaling.append(
            .line(
                session.lineID,
                .invited(
                    IncomingInvite(
                        registration(of: session), session: name, vendor: isTakenForAnother ? nil : session.vendor,
                        display: Self.caller))))
        step(Int(number), .invited)
    }

    /// Whether the INVITE of a call can arrive over a ready connection.
    func canBeInvited(_ session: ExchangeSession) -> Bool {
        isHeard(over: registration(of: session)) && (!session.isParked || carrierFetches) && !session.isLeftBehind
    }

    mutating func letMediaFlow(_ number: UInt8) {
        sessions[Int(number)].line?.awaitsMedia = false
        step(Int(number), .mediaConnected)
    }

    mutating func carryOut(_ order: LineOrder) {
        switch order {
        case .answer(let line): once(line, \.isAnswered, .answer, failing: .answer)
        case .decline(let line, let isBusy): once(line, \.isReleased, isBusy ? .declineAsBusy : .decline)
        case .hangUp(let line): once(line, \.isReleased, .hangUp)
        case .hold(let line, let isHeld): ask(line, isHeld ? .hold : .resume, failing: isHeld ? .hold : .resume)
        case .dial(let line, let registration, _): placeDialed(line, over: registration)
        case .mute(let line, let isMuted): mute(line, isMuted)
        case .digits, .transfer, .restartMedia: break
        }
    }

    private mutating func mute(_ line: LineID, _ isMuted: Bool) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }) else { return }
        sessions[index].line?.isMuted = isMuted
    }

    /// Carries out an order that may be given only once for a line.
    private mutating func once(
        _ line: LineID, _ isDone: WritableKeyPath<ExchangeSession.Line, Bool>, _ event: CallEvent,
        failing failure: LineFailure? = nil
    ) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), var order = sessions[index].line else {
            return
        }
        if order[keyPath: isDone] { checker.note("the exchange was told twice: \(event)") }
        order[keyPath: isDone] = true
        sessions[index].line = order
        ask(line, event, failing: failure)
    }

    /// Sends the INVITE of a dialed call. Without a connection, it fails.
    private mutating func placeDialed(_ line: LineID, over registration: RegistrationID) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), sessions[index].stage == .dialed else {
            return checker.note("a call was placed without being dialed, or twice")
        }
        use(registration.organization)
        guard isHeard(over: registration) || registration == Self.homeRegistration && homeLink == .ready else {
            return signaling.append(.line(line, .failed(.dial)))
        }
        sessions[index].stage = .ringing
        sessions[index].line = ExchangeSession.Line(machine: CallMachine(.outbound))
        step(index, .dial)
    }

    /// Gives an event to a line. A refusal is reported; an order for an ended line has no effect.
    private mutating func ask(_ line: LineID, _ event: CallEvent, failing failure: LineFailure?) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), sessions[index].hasLiveLine else { return }
        let isTaken = step(index, event)
        if !isTaken, let failure { signaling.append(.line(line, .failed(failure))) }
    }

    /// Drops a call's line, because the phone closes the connection. An answered or dialed call is hung up. A call that
    /// only rings here is left to the exchange, which offers it to the other devices.
    mutating func leaveLine(_ index: Int) {
        let session = sessions[index]
        if session.hasLiveLine, session.direction == .outbound || session.stage != .ringing { step(index, .hangUp) }
        sessions[index].line = nil
    }

    /// Gives an event to a line's machine, and carries out its effects on both sides.
    ///
    /// - Returns: whether the machine accepted the event.
    @discardableResult
    private mutating func step(_ index: Int, _ event: CallEvent) -> Bool {
        guard var line = sessions[index].line else { return false }
        var effects: [CallEffect] = []
        let refusal = line.machine.handle(event, into: &effects)
        sessions[index].line = line
        let name = sessions[index].lineID
        for effect in effects {
            switch effect {
            case .changed(_, let state):
                if case .ended = state.progress { break }
                signaling.append(.line(name, .changed(state)))
            case .sendInvite:
                step(index, .inviteSent)
                step(index, .peerRinging)
            case .sendAnswer: if sessions[index].stage == .ringing { sessions[index].stage = .answered }
            case .awaitMedia: sessions[index].line?.awaitsMedia = true
            case .sendHold, .sendResume: if isHeard(over: registration(of: sessions[index])) { confirmHold(index) }
            case .sendRelease(let reason): release(index, reason)
            case .ended(let reason):
                let isReported = if case .released = event { true } else { false }
                signaling.append(.line(name, .ended(line.machine.ending ?? Ending(reason), isReported: isReported)))
                sessions[index].line?.awaitsMedia = false
            default: break
            }
        }
        return refusal == nil
    }

    /// Sends the end of a call. Where nothing arrives, the phone is told so with the end of the line.
    private mutating func release(_ index: Int, _ reason: EndReason) {
        let isHeard = isHeard(over: registration(of: sessions[index]))
        if !isHeard {
            signaling.append(.line(sessions[index].lineID, .terminationLost))
        } else if !sessions[index].isOver {
            sessions[index].stage = .over(reason)
        }
        step(index, .releaseAcknowledged)
        if !isHeard { keepUnreleased(index) }
    }
}

/// The exchange's answers to requests outside signaling.
extension PhoneWorld {
    /// Answers a request about a call. The exchange reports status and caller of every call; the other requests apply only to
    /// calls to numbers.
    mutating func answer(_ request: RingRequests.Request) {
        signaling.append(.rings(.replied(request, reply(to: request))))
    }

    private mutating func reply(to request: RingRequests.Request) -> RingRequests.Reply {
        let index = sessions.firstIndex { $0.id == request.session }
        guard let index, faults.missesDeaths || request.kind == .status else { return .unknown }
        if request.kind == .caller { return .caller(Self.caller) }
        if case .over(let reason) = sessions[index].stage { return .over(reason, by: nil) }
        switch request.kind {
        case .status, .caller: return .ringing
        case .claim: return .granted
        case .rescue: return .refused
        case .ready: return redial(index, for: processSeen(of: request))
        case .decline, .declineEverywhere:
            sessions[index].stage = .over(.declined)
            return .done
        }
    }

    /// Dials a ready process once, in place of the earlier leg.
    private mutating func redial(_ index: Int, for process: UInt64?) -> RingRequests.Reply {
        guard let process, sessions[index].stage == .ringing, sessions[index].process != process else {
            return .ringing
        }
        sessions[index].process = process
        sessions[index].isLeftBehind = false
        cancelLine(index)
        return .dialing
    }
}

/// Calls that the user places in the app.
extension PhoneWorld {
    private static let ticket = UserRequestID(1)

    /// The call that would be dialed next, if any is left.
    var nextDialed: ExchangeSession? { sessions.first { $0.direction == .outbound && $0.stage == .unborn } }

    /// The possible taps in the app while it is on the screen.
    var appActions: [PhoneAction] {
        guard phone != nil, device.process.scene == .active else { return [] }
        let ends = (faults.taps > 0 ? sessions : []).filter { session in
            switch session.stage {
            case .dialed, .ringing, .answered: session.direction == .outbound && session.detached == nil
            case .unborn, .over: false
            }
        }.map { PhoneAction.giveUp($0.number) }
        return (nextDialed.map { [PhoneAction.dial($0.number)] } ?? []) + ends
    }

    /// Dials a call. While another is being dialed, the phone refuses this.
    mutating func dial(_ number: UInt8) {
        let request = DialRequest("+15550200", organization: Self.organization, spare: sessions[Int(number)].call)
        pass(.user(Self.ticket, .dial(request)))
    }

    mutating func giveUp(_ number: UInt8) {
        faults.taps -= 1
        pass(.user(Self.ticket, .end(sessions[Int(number)].call)))
    }

    /// Marks a call as dialed when the phone accepts the user's request.
    mutating func accept(_ call: CallUUID) {
        guard let index = sessions.firstIndex(where: { $0.call == call && $0.stage == .unborn }) else { return }
        sessions[index].stage = .dialed
    }
}
