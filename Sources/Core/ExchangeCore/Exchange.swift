internal import CallModel
internal import RingCore

/// The exchange: it knows which devices are logged in and which calls they are in, and decides what each event
/// changes.
///
/// It is a value without clock, socket or random source. The shell hands it events, and performs the effects in the
/// order given (``ExchangeEffect`` says what must be stored first). It knows no dialect. A device only ever reaches
/// its own calls.
public struct Exchange: Sendable {
    /// The limits in force; a change counts from the next event on.
    public var limits: ExchangeLimits
    var registrations = Registrations()
    var calls: [CallSessionID: GatewayCall] = [:]
    /// The ring sessions of calls between users, each until its call is answered or over. They live in memory only.
    var rings: [CallSessionID: RingSession] = [:]
    /// The calls that rang the targets of transfers and have their offers, until the targets join the other sides.
    var joiningRings: Set<CallSessionID> = []
    var endedCalls = EndedCalls()

    public init(limits: ExchangeLimits = ExchangeLimits()) {
        self.limits = limits
    }

    /// Decides about one event.
    ///
    /// - Parameters:
    ///   - now: since the shell's origin; never less than before.
    ///   - effects: the decided effects are appended here.
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
        case .acknowledged(let connection, let callID, let acknowledgement):
            guard let address = registrations.address(of: callID, on: connection) else { break }
            calls[address.session]?.handle(acknowledgement, of: address.index, &turn)
        case .timerFired(let timer): fire(timer, &turn)
        case .command(let session, let command, let device): carryOut(command, on: device, in: session, &turn)
        case .recovered(let kept): recover(kept, &turn)
        case .endCall(let session): calls[session]?.endByOperator(&turn)
        case .removeUser(let user): remove(user, &turn)
        case .removeDevice(let device, let user): remove(device, of: user, &turn)
        }
        readdressSwappedLegs(turn)
        recountTransferredCalls(turn)
        repeat {
            decideRings(&turn)
            followTransfers(&turn)
            completeReturns(&turn)
        } while !turn.ringEvents.isEmpty
        releaseRegistrations(&turn)
        swap(&turn.effects, &effects)
    }

    private mutating func fire(_ timer: TimerID, _ turn: inout Turn) {
        let deadline = timer.deadline
        switch timer.owner {
        case .ring(let session): ringTimeIsOver(of: session, due: deadline, &turn)
        case .callerGrace(let session): calls[session]?.callerGraceIsOver(due: deadline, &turn)
        case .offerGathering(let session): calls[session]?.offerGatheringIsOver(due: deadline, &turn)
        case .answerGathering(let session): calls[session]?.answerGatheringIsOver(due: deadline, &turn)
        case .renegotiation(let offer): calls[offer.session]?.renegotiationIsOver(offer, due: deadline, &turn)
        case .acknowledgement(let session, let leg):
            calls[session]?.acknowledgementTimeIsOver(leg, due: deadline, &turn)
        case .resume(let session): resumeTimeIsOver(session, due: deadline, &turn)
        }
    }

    /// Updates the registrations for the legs and calls that ended in this turn.
    private mutating func releaseRegistrations(_ turn: inout Turn) {
        for address in turn.overLegs {
            guard let leg = calls[address.session]?.legs[address.index] else { continue }
            registrations.release(address, named: leg.callID, of: leg.session)
            forgetIfRevoked(leg.session, &turn)
        }
        for session in turn.answeredCalls { rings[session] = nil }
        for session in turn.endedCalls {
            rings[session] = nil
            guard let call = calls[session] else { continue }
            let callee = call.divertedAfter == nil ? call.callee : nil
            registrations.end(session, caller: call.legs[GatewayCall.caller].user, callee: callee)
            for user in call.usersOfNumber ?? [] { registrations.forget(user, expectedIn: session) }
            endedCalls.append(session, forgetAt: turn.now + limits.endedCallTime)
        }
    }

    private mutating func forgetEndedCalls(now: Duration) {
        while let session = endedCalls.popDue(now: now, countMax: limits.endedCallsMax) {
            guard let call = calls.removeValue(forKey: session) else { continue }
            for (index, leg) in call.legs.enumerated() {
                registrations.forget(
                    LegIndex(session: session, index: index), named: leg.callID, of: leg.session)
            }
        }
    }
}

extension Exchange: Hashable {
    /// The limits count for equality only: hashing them would tell no two exchanges apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(registrations)
        hasher.combine(calls)
        hasher.combine(rings)
        hasher.combine(joiningRings)
        hasher.combine(endedCalls)
    }
}

/// The handling of one event: its time, the limits in force, and the decisions so far.
struct Turn {
    /// The time of the event, since the shell's origin.
    let now: Duration
    let limits: ExchangeLimits
    var effects: [ExchangeEffect] = []
    /// The legs that ended in this turn.
    var overLegs: [LegIndex] = []
    /// The legs of devices that came back, and which were offered their call in this turn or need not wait for it:
    /// their devices may be ready now.
    var settledReturns: [LegIndex] = []
    /// The calls that ended in this turn. The exchange updates its registrations at the end of the turn.
    var endedCalls: [CallSessionID] = []
    /// The calls whose caller's leg was replaced in this turn, and the place of the former one.
    var swappedLegs: [LegIndex] = []
    /// The users of the calls that were transferred in this turn, before that.
    var formerParties: [FormerParties] = []
    /// The calls whose targets made their offers in this turn.
    var joiningRings: [CallSessionID] = []
    /// The calls that were answered in this turn.
    var answeredCalls: [CallSessionID] = []
    /// The events about which the ring sessions of calls between users have not decided yet, in order.
    var ringEvents: [PendingRingEvent] = []

    init(now: Duration, limits: ExchangeLimits) {
        self.now = now
        self.limits = limits
    }

    mutating func send(_ message: ExchangeMessage, to connection: ConnectionID) {
        effects.append(.send(connection, message))
    }

    mutating func reply(_ reply: ExchangeReply, to asker: Asker) {
        effects.append(.reply(asker.connection, asker.request, reply))
    }

    mutating func refuse(_ refusal: ExchangeRefusal, to asker: Asker) {
        reply(.refused(refusal), to: asker)
    }

    /// Starts a timer.
    ///
    /// - Returns: its deadline.
    mutating func start(_ owner: TimerOwner, after wait: Duration) -> Duration {
        let deadline = now + wait
        effects.append(.startTimer(TimerID(owner, deadline: deadline)))
        return deadline
    }

    mutating func cancel(_ owner: TimerOwner, due deadline: Duration) {
        effects.append(.cancelTimer(TimerID(owner, deadline: deadline)))
    }
}

/// An event for the ring session of a call between users.
struct PendingRingEvent {
    let session: CallSessionID
    let event: RingEvent
}

/// The connection and the request that wait for a reply.
struct Asker: Hashable, Sendable {
    let connection: ConnectionID
    let request: RequestID
}

/// The calls that ended lately, oldest first, so that they can be forgotten in time.
struct EndedCalls: Hashable, Sendable {
    private struct Entry: Hashable, Sendable {
        let session: CallSessionID
        let forgetAt: Duration
    }

    private var entries: [Entry] = []
    /// The index of the oldest entry. Entries before it are gone: the array is shortened now and then, not each time.
    private var first = 0

    var count: Int { entries.count - first }

    mutating func append(_ session: CallSessionID, forgetAt: Duration) {
        entries.append(Entry(session: session, forgetAt: forgetAt))
    }

    /// Removes and returns the oldest call if it is due, or if there are more than `countMax`.
    mutating func popDue(now: Duration, countMax: Int) -> CallSessionID? {
        guard first < entries.count, count > countMax || entries[first].forgetAt <= now else { return nil }
        let session = entries[first].session
        first += 1
        if first * 2 > entries.count {
            entries.removeFirst(first)
            first = 0
        }
        return session
    }
}
