import CallModel
import DeviceModel
import PhoneCore

/// The exchange's side, and CarillonRTC between it and the phone.
extension PhoneWorld {
    /// An exchange that has no push token announces nothing.
    mutating func placeCall(_ number: UInt8) {
        sessions[Int(number)].stage = .ringing
        if !account.hasToken { sessions[Int(number)].ownPushes = 0 }
    }

    /// The caller gives up, or hangs up; over a standing connection the phone hears of it.
    mutating func endByCaller(_ number: UInt8) {
        let session = sessions[Int(number)]
        let unanswered: EndReason = session.direction == .inbound ? .cancelled : .busy
        let reason = session.stage == .answered ? .completed : unanswered
        sessions[Int(number)].stage = .over(reason)
        if isHeard { step(Int(number), .released(Ending(reason))) }
    }

    /// Another device of the person's wins the ring.
    mutating func takeElsewhere(_ number: UInt8) {
        faults.takings -= 1
        sessions[Int(number)].stage = .over(.answeredElsewhere)
        if isHeard { step(Int(number), .released(Ending(.answeredElsewhere))) }
    }

    /// Who was dialled takes the call.
    mutating func answerByPeer(_ number: UInt8) {
        sessions[Int(number)].stage = .answered
        step(Int(number), .peerAnswered)
    }

    mutating func connect() {
        link = .ready
        if watchesPath { linkNetwork = paths.current.network }
        signaling.append(.signaling(registration, .ready))
        for index in sessions.indices where sessions[index].line != nil {
            if case .over(let reason) = sessions[index].stage { step(index, .released(Ending(reason))) }
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
        sessions[Int(number)].line = ExchangeSession.Line(machine: CallMachine(.inbound))
        var ignored: [CallEffect] = []
        sessions[Int(number)].line?.machine.handle(.invited, into: &ignored)
        signaling.append(
            .line(
                session.lineID,
                .invited(
                    Invitation(
                        registration, session: session.id, vendor: session.vendor, display: Self.caller))))
    }

    mutating func letMediaFlow(_ number: UInt8) {
        sessions[Int(number)].line?.awaitsMedia = false
        step(Int(number), .mediaConnected)
    }

    mutating func carryOut(_ order: LineOrder) {
        switch order {
        case .answer(let line): once(line, \.isAnswered, .answer)
        case .decline(let line, let isBusy): once(line, \.isReleased, isBusy ? .declineAsBusy : .decline)
        case .hangUp(let line): once(line, \.isReleased, .hangUp)
        case .hold(let line, let isHeld): step(line, isHeld ? .hold : .resume)
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
        _ line: LineID, _ isDone: WritableKeyPath<ExchangeSession.Line, Bool>, _ event: CallEvent
    ) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), var order = sessions[index].line else {
            return
        }
        if order[keyPath: isDone] { checker.note("the exchange was told twice: \(event)") }
        order[keyPath: isDone] = true
        sessions[index].line = order
        step(index, event)
    }

    /// The INVITE of a call the person dialled. Without a connection it does not leave the phone.
    private mutating func placeDialled(_ line: LineID, over registration: RegistrationID) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line }), sessions[index].stage == .dialled else {
            return checker.note("a call was placed that nobody dialled, or twice")
        }
        use(registration.organization)
        guard self[registration] == .ready, isHeard || registration == Self.homeRegistration else {
            return signaling.append(.line(line, .failed(.dial)))
        }
        sessions[index].stage = .ringing
        sessions[index].line = ExchangeSession.Line(machine: CallMachine(.outbound))
        step(index, .dial)
    }

    mutating func loseLine(_ index: Int) {
        guard sessions[index].line != nil else { return }
        sessions[index].line = nil
        // The exchange notices that the device is gone, and its call with it.
        if sessions[index].isLostWithProcess { sessions[index].stage = .over(.dropped) }
    }

    private mutating func step(_ line: LineID, _ event: CallEvent) {
        guard let index = sessions.firstIndex(where: { $0.lineID == line && $0.line != nil }) else { return }
        step(index, event)
    }

    /// One step of a line's machine, and what follows from it on both sides.
    private mutating func step(_ index: Int, _ event: CallEvent) {
        guard var line = sessions[index].line else { return }
        var effects: [CallEffect] = []
        line.machine.handle(event, into: &effects)
        sessions[index].line = line
        let name = sessions[index].lineID
        for effect in effects {
            switch effect {
            case .changed(_, let state):
                if case .ended = state.progress { break }
                signaling.append(.line(name, .changed(state)))
            case .sendInvite: step(index, .inviteSent)
            case .sendAnswer: if sessions[index].stage == .ringing { sessions[index].stage = .answered }
            case .awaitMedia: sessions[index].line?.awaitsMedia = true
            case .sendHold: step(index, .holdConfirmed)
            case .sendResume: step(index, .resumeConfirmed)
            case .sendRelease(let reason):
                if !sessions[index].isOver { sessions[index].stage = .over(reason) }
                step(index, .releaseAcknowledged)
            case .ended(let reason):
                signaling.append(.line(name, .ended(line.machine.ending ?? Ending(reason))))
                sessions[index].line?.awaitsMedia = false
            default: break
            }
        }
    }
}
