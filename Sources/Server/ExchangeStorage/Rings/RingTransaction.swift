internal import CallModel
internal import GRDB
internal import RingCore

/// One transaction on the ring tables: reads a session, lets it decide, and writes the effects back.
struct RingTransaction {
    let database: Database
    let now: Duration
    let cache: RingSessionCache
    let callsOfPartiesMax: Int
    /// The sessions that this transaction wrote. They are shared once it is committed.
    var written: [CallSessionID: RingSession] = [:]

    init(database: Database, now: Duration, cache: RingSessionCache, callsOfPartiesMax: Int) {
        self.database = database
        self.now = now
        self.cache = cache
        self.callsOfPartiesMax = callsOfPartiesMax
    }

    var recordings: RecordingTable { RecordingTable(database: database, now: now) }

    mutating func apply(_ input: RingInput) throws -> RingTurn {
        guard try isNew(input.eventID) else { return RingTurn(outcome: .repeated, session: nil, effects: []) }
        switch input.content {
        case .open(let call, let caller): return try open(call, from: caller)
        case .event(let event, let address): return try handle(event, at: address, input)
        case .unknownLeg(let leg): return try meet(leg)
        }
    }

    private mutating func open(_ call: InboundCall, from caller: RingCaller) throws -> RingTurn {
        if let known = try session(of: call.parent) {
            return RingTurn(outcome: .repeated, session: known, effects: [])
        }
        var call = call
        call.isGone = try call.isGone || isGone(call.parent)
        // A caller is asked for a message only if there is room for it.
        if call.policy.hasVoicemail,
            try !hasRoom(forMessagesTo: call.devices.isEmpty ? call.owners : call.devices.map(\.user))
        {
            call.policy.hasVoicemail = false
        }
        var meeting = call.isGone ? nil : try meeting(of: call, from: caller)
        var effects: [RingEffect] = []
        var session =
            meeting?.open(call, at: now, into: &effects) ?? RingSession.open(call, at: now, into: &effects)
        try insert(session, caller)
        if call.policy.recordsConversations {
            try audit(.ordered(call.consent), of: session, by: RecordingAuditEntry.configuration)
        }
        var turns: [RingTurn] = []
        if var met = meeting {
            try note(met)
            if met.isNewcomersLegHandedOver {
                try name(call.parent, met.other.id)
                try unpark(call.parent, into: &met.other, &met.effects)
            }
            turns.append(try finish(&met.other, from: met.revision, met.effects))
        }
        try name(call.parent, session.id)
        try unpark(call.parent, into: &session, &effects)
        return try finish(&session, from: 0, effects, met: turns)
    }

    private mutating func handle(
        _ event: RingEvent, at address: RingInput.Address, _ input: RingInput
    ) throws -> RingTurn {
        guard let id = try session(at: address), var session = try session(id) else {
            try remember(event, address)
            let isParked = try park(event, address, input.source)
            if !isParked, let source = input.source { try note(.callUnknown, source.call) }
            return RingTurn(outcome: isParked ? .parked : .unknownSession, session: nil, effects: [])
        }
        guard let directed = Self.directed(event, at: address, named: input.legName, in: session) else {
            if let source = input.source { try note(.callUnknown, source.call) }
            return RingTurn(outcome: .unknownSession, session: nil, effects: [])
        }
        if let source = input.source { try recordings.note(source) }
        if case .result(let command, _) = event { try settle(command) }
        let named = Self.legNamed(by: event)
        if let named { try name(named, id) }
        let revision = session.revision
        var effects: [RingEffect] = []
        if let legName = input.legName, let adoption = Self.adoption(of: event, as: legName, in: session) {
            try name(legName, id)
            session.handle(adoption, at: now, into: &effects)
            try unpark(legName, into: &session, &effects)
        }
        session.handle(directed, at: now, into: &effects)
        if let named { try unpark(named, into: &session, &effects) }
        if case .request(.transfer, _) = event { try nameUsers(of: session) }
        return try finish(&session, from: revision, effects)
    }

    /// The event that must come before another one of a leg whose id is unknown to the session.
    private static func adoption(
        of event: RingEvent, as name: CarrierLegID, in session: RingSession
    ) -> RingEvent? {
        guard case .carrier(let carrierEvent) = event, let leg = carrierEvent.rungLeg,
            let known = session.legs.first(where: { $0.id == leg }), known.carrierID == nil
        else { return nil }
        return .carrier(.initiated(leg, as: name))
    }

    /// The leg whose id becomes known by the event.
    private static func legNamed(by event: RingEvent) -> CarrierLegID? {
        switch event {
        case .carrier(.initiated(_, let leg)), .result(_, .accepted(let leg?)): leg
        case .carrier, .result, .device, .arrived, .membership, .glare, .request, .due, .reconcile: nil
        }
    }

    /// Directs an event to the right leg of a session. Some events name the leg only by the carrier's id. The mark of some
    /// events says "caller", although the caller has another leg by now. In both cases the session looks the leg up by
    /// the carrier's id.
    ///
    /// - Returns: nil when the session has no leg of that id, so that the event is not about its caller.
    static func directed(
        _ event: RingEvent, at address: RingInput.Address, named marked: CarrierLegID? = nil, in session: RingSession
    ) -> RingEvent? {
        guard case .carrier(let carrierEvent) = event else { return event }
        let unmarked: CarrierLegID? = if case .leg(let name) = address { name } else { nil }
        guard let name = unmarked ?? (carrierEvent.isOfParent ? marked : nil), name != session.parent.carrierID else {
            return event
        }
        guard let leg = session.legs.first(where: { $0.carrierID == name }) else {
            return unmarked != nil && carrierEvent.isOfParent ? nil : event
        }
        return .carrier(carrierEvent.ofRungLeg(leg.id))
    }

    /// Writes the session with all effects. Commands that were withdrawn unsent are answered at once.
    private mutating func finish(
        _ session: inout RingSession, from revision: UInt64, _ decided: [RingEffect], met: [RingTurn] = []
    ) throws -> RingTurn {
        var effects = decided
        var next = 0
        while next < effects.count {
            switch try write(effects[next], of: session) {
            case .done: break
            case .withdrawn(let id): session.handle(.result(id, .withdrawn), at: now, into: &effects)
            case .leftWithoutUser(let recording): effects.append(.alarm(.messageWithoutUser(recording)))
            }
            next += 1
        }
        try save(session, from: revision, effects)
        return RingTurn(
            outcome: .taken, session: session.id, effects: effects, status: session.status,
            users: try concerned(by: effects, of: session), isCallerGone: session.parent.stage == .over, met: met)
    }

    /// The users who are told of changes: those whose devices may ring, and a caller who is a user.
    private func concerned(by effects: [RingEffect], of session: RingSession) throws -> [UserID] {
        let users = session.users
        let isTold = effects.contains { effect in
            switch effect {
            case .stateChanged, .record: true
            default: false
            }
        }
        guard isTold else { return users }
        return users + (try RingRow.users(of: session.id, in: database)).filter { !users.contains($0) }
    }
}
