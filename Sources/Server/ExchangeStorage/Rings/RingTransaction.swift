internal import CallModel
internal import GRDB
internal import RingCore

/// One transaction on the ring tables: reads a session, brings it the rows that its events concern, and writes it back
/// with its effects.
///
///     RingInput ─► RingEvent ─► RingSessionUpdate ─► rows: session, outbox, records, messages
///                                  ▲ parked events of a leg whose id became known; commands withdrawn unsent
///
/// It decides only by the rows: whether an event is new, which session it is for, and who has room.
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
        var update = meeting?.open(call, at: now) ?? RingSessionUpdate(opening: call, at: now)
        let session = update.session
        try insert(session, caller)
        if call.policy.recordsConversations {
            try audit(.ordered(call.consent), of: session, by: RecordingAuditEntry.configuration)
        }
        var turns: [RingTurn] = []
        if var met = meeting {
            try note(met)
            if met.isNewcomersLegHandedOver {
                try name(call.parent, met.other.session.id)
                try unpark(call.parent, into: &met.other)
            }
            turns.append(try finish(&met.other))
        }
        try name(call.parent, session.id)
        try unpark(call.parent, into: &update)
        return try finish(&update, met: turns)
    }

    private mutating func handle(
        _ event: RingEvent, at address: RingInput.Address, _ input: RingInput
    ) throws -> RingTurn {
        guard let id = try session(at: address), let session = try session(id) else {
            try remember(event, address)
            let isParked = try park(event, address, input.source)
            if !isParked, let source = input.source { try note(.callUnknown, source.call) }
            return RingTurn(outcome: isParked ? .parked : .unknownSession, session: nil, effects: [])
        }
        guard let directed = event.directed(at: address, named: input.legName, in: session) else {
            if let source = input.source { try note(.callUnknown, source.call) }
            return RingTurn(outcome: .unknownSession, session: nil, effects: [])
        }
        if let source = input.source { try recordings.note(source) }
        if case .result(let command, _) = event { try settle(command) }
        let named = event.legNamed
        if let named { try name(named, id) }
        var update = RingSessionUpdate(of: session)
        if let legName = input.legName, let adoption = event.adoption(as: legName, in: session) {
            try name(legName, id)
            update.apply(adoption, at: now)
            try unpark(legName, into: &update)
        }
        update.apply(directed, at: now)
        if let named { try unpark(named, into: &update) }
        if case .request(.transfer, _) = event { try nameUsers(of: update.session) }
        return try finish(&update)
    }

    /// Writes the session with all effects. Commands that were withdrawn unsent are answered at once.
    private mutating func finish(_ update: inout RingSessionUpdate, met: [RingTurn] = []) throws -> RingTurn {
        var next = 0
        while next < update.effects.count {
            switch try write(update.effects[next], of: update.session) {
            case .done: break
            case .withdrawn(let id): update.apply(.result(id, .withdrawn), at: now)
            case .leftWithoutUser(let recording): update.raise(.messageWithoutUser(recording))
            }
            next += 1
        }
        try save(update)
        let session = update.session
        return RingTurn(
            outcome: .taken, session: session.id, effects: update.effects, status: session.status,
            users: try concerned(by: update.effects, of: session), isCallerGone: session.parent.stage == .over,
            met: met)
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
