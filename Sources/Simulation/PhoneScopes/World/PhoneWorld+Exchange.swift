import CallModel
import DeviceModel
import PhoneCore

/// The exchange's side, and CarillonRTC between it and the phone.
extension PhoneWorld {
    /// An exchange that has no push token announces nothing.
    mutating func placeCall(_ number: UInt8) {
        sessions[Int(number)].stage = .ringing
        let comes = registration(of: sessions[Int(number)])
        sessions[Int(number)].isParked = isEither && comes.provider == .carrier && !isHeard(over: comes)
        if !account.hasToken { sessions[Int(number)].ownPushes = 0 }
    }

    /// The caller gives up, or hangs up; over a standing connection the phone hears of it.
    mutating func endByCaller(_ number: UInt8) {
        let session = sessions[Int(number)]
        let unanswered: EndReason = session.direction == .inbound ? .cancelled : .busy
        let reason = session.stage == .answered ? .completed : unanswered
        sessions[Int(number)].stage = .over(reason)
        if isHeard(over: registration(of: session)) { step(Int(number), .released(Ending(reason))) }
    }

    /// Another device of the person's wins the ring.
    mutating func takeElsewhere(_ number: UInt8) {
        faults.takings -= 1
        sessions[Int(number)].stage = .over(.answeredElsewhere)
        let isHeard = isHeard(over: registration(of: sessions[Int(number)]))
        if isHeard { step(Int(number), .released(Ending(.answeredElsewhere))) }
    }

    /// The carrier ends the leg of a call that rings on, as the exchange has dialled another.
    mutating func cancelLine(_ index: Int) {
        step(index, .released(Ending(.cancelled)))
        loseLine(index)
    }

    /// Who was dialled takes the call.
    mutating func answerByPeer(_ number: UInt8) {
        sessions[Int(number)].stage = .answered
        step(Int(number), .peerAnswered)
    }

    mutating func connect(_ registration: RegistrationID) {
        self[registration] = .ready
        if watchesPath { linkNetwork = paths.current.network }
        signaling.append(.signaling(registration, .ready))
        for index in sessions.indices
        where sessions[index].line != nil && self.registration(of: sessions[index]) == registration {
            if case .over(let reason) = sessions[index].stage { step(index, .released(Ending(reason))) }
            confirmHold(index)
        }
    }

    /// The exchange has what the phone asked for, as soon as it hears of it.
    private mutating func confirmHold(_ index: Int) {
        switch sessions[index].line?.machine.state.hold {
        case .turningOn: step(index, .holdConfirmed)
        case .turningOff: step(index, .resumeConfirmed)
        case .on, .off, nil: break
        }
    }

    /// The connection that was asked for does not come to stand.
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
                    Invitation(
                        registration(of: session), session: name, vendor: isTakenForAnother ? nil : session.vendor,
                        display: Self.caller))))
        step(Int(number), .invited)
    }

    /// Whether the INVITE of a call can come over a connection that stands.
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
        case .dial(let line, let registration, _): placeDialled(line, over: registration)
        case .mute(let line, let isMuted): mute(line, isMuted)
        case .digits, .restartMedia: break
        }
    }

    private mutating func mute(_ line: LineID, _ isMuted: Bool) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }) else { return }
        sessions[index].line?.isMuted = isMuted
    }

    /// An order that is given once for a line.
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

    /// The INVITE of a call the person dialled. Without a connection it does not leave the phone.
    private mutating func placeDialled(_ line: LineID, over registration: RegistrationID) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), sessions[index].stage == .dialled else {
            return checker.note("a call was placed that nobody dialled, or twice")
        }
        use(registration.organization)
        guard isHeard(over: registration) || registration == Self.homeRegistration && homeLink == .ready else {
            return signaling.append(.line(line, .failed(.dial)))
        }
        sessions[index].stage = .ringing
        sessions[index].line = ExchangeSession.Line(machine: CallMachine(.outbound))
        step(index, .dial)
    }

    /// The process has ended, and what it had of a call with it.
    mutating func leaveBehind(_ index: Int) {
        let session = sessions[index]
        sessions[index].isLeftBehind =
            faults.missesDeaths && session.direction == .inbound && session.stage == .ringing
            && (session.isLeftBehind || session.hasLiveLine)
        loseLine(index)
    }

    mutating func loseLine(_ index: Int) {
        guard sessions[index].line != nil else { return }
        sessions[index].line = nil
        // The exchange notices that the device is gone, and its call with it.
        if sessions[index].isLostWithProcess { sessions[index].stage = .over(.dropped) }
    }

    /// What a line cannot do now is told; a line that is over is asked in vain.
    private mutating func ask(_ line: LineID, _ event: CallEvent, failing failure: LineFailure?) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), sessions[index].hasLiveLine else { return }
        let isTaken = step(index, event)
        if !isTaken, let failure { signaling.append(.line(line, .failed(failure))) }
    }

    /// The phone closes the connection. What stands on it is hung up; a call that only rings here is left to the
    /// exchange, which offers it to the other devices.
    mutating func leaveLine(_ index: Int) {
        let session = sessions[index]
        if session.hasLiveLine, session.direction == .outbound || session.stage != .ringing { step(index, .hangUp) }
        loseLine(index)
    }

    /// One step of a line's machine, and what follows from it on both sides.
    ///
    /// - Returns: whether the event means anything to the line now.
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
            case .sendRelease(let reason):
                if !sessions[index].isOver { sessions[index].stage = .over(reason) }
                step(index, .releaseAcknowledged)
            case .ended(let reason):
                let isTold = if case .released = event { true } else { false }
                signaling.append(.line(name, .ended(line.machine.ending ?? Ending(reason), isTold: isTold)))
                sessions[index].line?.awaitsMedia = false
            default: break
            }
        }
        return refusal == nil
    }
}
