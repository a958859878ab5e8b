internal import CallModel

/// The exchange: which devices are there, which calls stand, and what is to be done about everything that happens.
///
/// A value without clock, socket or chance: the shell hands it events, and performs the effects in the order given
/// (``ExchangeEffect`` says what must be stored first). It knows no dialect. A device only ever reaches its own calls.
public struct Exchange: Sendable {
    /// What is allowed; a change counts from the next event on.
    public var limits: ExchangeLimits
    var registrations = Registrations()
    var calls: [CallSessionID: CallSession] = [:]
    var endedCalls = EndedCalls()

    /// Makes an exchange without devices and calls.
    public init(limits: ExchangeLimits = ExchangeLimits()) {
        self.limits = limits
    }

    /// Decides about one event.
    ///
    /// - Parameters:
    ///   - now: since the shell's origin; never less than before.
    ///   - effects: what is to be done is appended here.
    public mutating func handle(
        _ event: ExchangeEvent, at now: Duration, into effects: inout [ExchangeEffect]
    ) {
        var turn = Turn(now: now, limits: limits)
        swap(&turn.effects, &effects)
        forgetEndedCalls(now: now)
        switch event {
        case .deviceConnected(let connection, let session): admit(session, on: connection, &turn)
        case .connectionLost(let connection, let loss): lose(connection, loss, &turn)
        case .request(let connection, let request, let deviceRequest):
            handle(deviceRequest, asker: Asker(connection: connection, request: request), &turn)
        case .response(let connection, let offer, let response):
            calls[offer.session]?.respond(to: offer, response, on: connection, &turn)
        case .timerFired(let timer): fire(timer, &turn)
        case .command(let session, let command): obey(command, in: session, &turn)
        case .recovered(let kept): recover(kept, &turn)
        case .endCall(let session): calls[session]?.endByOperator(&turn)
        case .removeUser(let user): remove(user, &turn)
        case .removeDevice(let device, let user): remove(device, of: user, &turn)
        }
        completeReturns(&turn)
        divertCalls(&turn)
        putAway(&turn)
        swap(&turn.effects, &effects)
    }

    private mutating func fire(_ timer: TimerID, _ turn: inout Turn) {
        let deadline = timer.deadline
        switch timer.owner {
        case .ring(let session): calls[session]?.ringTimeIsOver(due: deadline, &turn)
        case .callerGrace(let session): calls[session]?.callerGraceIsOver(due: deadline, &turn)
        case .offerGathering(let session): calls[session]?.offerGatheringIsOver(due: deadline, &turn)
        case .answerGathering(let session): calls[session]?.answerGatheringIsOver(due: deadline, &turn)
        case .renegotiation(let offer): calls[offer.session]?.renegotiationIsOver(offer, due: deadline, &turn)
        case .resume(let session): resumeTimeIsOver(session, due: deadline, &turn)
        }
    }

    /// Enters what ended in this turn into the books.
    private mutating func putAway(_ turn: inout Turn) {
        for address in turn.overLegs {
            guard let leg = calls[address.session]?.legs[address.index] else { continue }
            registrations.release(address, named: leg.callID, of: leg.session)
            forgetIfRevoked(leg.session, &turn)
        }
        for session in turn.endedCalls {
            guard let call = calls[session] else { continue }
            let callee = call.divertedAfter == nil ? call.callee : nil
            registrations.end(session, caller: call.legs[CallSession.caller].user, callee: callee)
            for user in call.commanded?.users ?? [] { registrations.forget(user, expectedIn: session) }
            endedCalls.append(session, forgetAt: turn.now + limits.endedCallTime)
        }
    }

    private mutating func forgetEndedCalls(now: Duration) {
        while let session = endedCalls.popDue(now: now, countMax: limits.endedCallsMax) {
            guard let call = calls.removeValue(forKey: session) else { continue }
            for (index, leg) in call.legs.enumerated() {
                registrations.forget(
                    LegAddress(session: session, index: index), named: leg.callID, of: leg.session)
            }
        }
    }
}

extension Exchange: Hashable {
    /// The limits count for equality only: hashing them again and again would tell nothing apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(registrations)
        hasher.combine(calls)
        hasher.combine(endedCalls)
    }
}
