import CallModel
package import ExchangeCore
import Redaction
import RingCore

/// Watches an exchange from outside and records violations. It makes no decisions.
package struct ExchangeChecker: Hashable, Sendable {
    private struct Call: Hashable, Sendable {
        var version: UInt64 = 0
        var claims = 0
        var rang: [LegID] = []
        var over: [LegID: Ending] = [:]
        /// The legs of a call to a number that are reported to be over.
        var reportedOver: Set<LegID> = []
        var ending: Ending?
        var winner: LegID?
        /// The users of the legs that the journal names.
        var users: [LegID: UserID] = [:]
        /// The two legs that have the answered call between users.
        var holders: Set<LegID> = []
        /// The legs whose place another device of their user took.
        var former: Set<LegID> = []
        /// The users one of whose devices is taking the call, as far as a reply has said.
        var taking: Set<UserID> = []
        /// The caller's leg of the call that this one was merged into.
        var survivor: LegID?
        /// The names under which devices had the call that a stored transfer gave to others.
        var released: Set<CallID> = []
    }

    /// A call of which data is kept for the next run.
    private struct Kept: Hashable, Sendable {
        /// The call's names on the devices of its two parties.
        var caller: CallID
        var called: CallID
        var callerName: Redacted<String>
        var callerNumber: Redacted<String>
        var dialed: Redacted<String>
        /// The names on devices that had the call before.
        var departed: Set<CallID> = []

        init(_ call: KeptCall) {
            (caller, called) = (call.legs[0].callID, call.legs[call.winner].callID)
            (callerName, callerNumber, dialed) = (call.callerName, call.callerNumber, call.dialed)
        }

        var callIDs: Set<CallID> { [caller, called] }
    }

    /// The end of a call as told to a device. It may be told again on another connection, because the one before may
    /// have been dead.
    private struct ReportedEnd: Hashable, Sendable {
        let callID: CallID
        let connection: ConnectionID
    }

    /// A request of a device.
    private struct Asked: Hashable, Sendable {
        let connection: ConnectionID
        let request: RequestID
    }

    /// The violations so far, oldest first.
    package private(set) var violations: [String] = []
    private var calls: [CallSessionID: Call] = [:]
    private var timers: Set<TimerID> = []
    private var connections: [ConnectionID: SignalingSessionID] = [:]
    private var users: [ConnectionID: UserID] = [:]
    /// The signaling session of each call id.
    private var owners: [CallID: SignalingSessionID] = [:]
    private var reportedEnds: Set<ReportedEnd> = []
    /// Calls rung by push, with the devices that have not received a push of the end.
    private var pushed: [CallSessionID: Set<DeviceID>] = [:]

    /// Requests whose replies come later: to answer calls to numbers, until it is decided who has the call, and for new
    /// media, until the other side has answered.
    private var waiting: [Asked] = []
    /// Calls that ring the targets of transfers.
    private var targetRings: Set<CallSessionID> = []
    /// Those whose target has the transferred call.
    private var joined: Set<CallSessionID> = []
    private var kept: [CallSessionID: Kept] = [:]

    /// How a call ends for a party that has transferred it.
    private static let transferred = HangUpCause(800)

    package init() {}

    /// The timers that were started and have neither fired nor been canceled, in a fixed order.
    package var runningTimers: [TimerID] {
        if timers.count < 2 { return Array(timers) }
        return timers.map { (key: $0.sortingKey, timer: $0) }.sorted { $0.key < $1.key }.map(\.timer)
    }

    /// Checks one event of the exchange and its effects.
    package mutating func watch(_ event: ExchangeEvent, _ effects: [ExchangeEffect]) {
        begin(event)
        if case .request(_, _, .transfer(let transfer)) = event { targetRings.insert(transfer.session) }
        var replies: [Asked] = []
        for (index, effect) in effects.enumerated() {
            switch effect {
            case .admit(let connection):
                if connections[connection] == nil { note("an unknown connection was admitted") }
            case .refuseAdmission(let connection, _):
                if case .deviceConnected(connection, _) = event {} else { note("a refusal without a request") }
            case .send(let connection, let message): check(message, to: connection)
            case .reply(let connection, let request, let reply):
                replies.append(Asked(connection: connection, request: request))
                if case .callCreated(let name) = reply {
                    own(name.callID, connection)
                    if case .request(connection, _, .take(let taking)) = event { note(taking, by: connection) }
                }
                if case .answered(let callID) = reply { checkGrant(callID) }
            case .startTimer(let timer): start(timer)
            case .cancelTimer(let timer): timers.remove(timer)
            case .journal(let record): check(record, before: effects[..<index])
            case .keep(let call): check(call, before: effects[..<index])
            case .discard(let session):
                if kept.removeValue(forKey: session) == nil { note("an unkept call was discarded") }
            case .callEvent(let session, let callEvent): check(callEvent, of: session, in: event)
            case .commandResult: if case .command = event {} else { note("a result of no command") }
            case .punt(let connection), .disconnect(let connection): connections[connection] = nil
            case .push(_, let device, let push): check(push, to: device)
            }
        }
        checkReplies(replies, to: event, effects)
        for session in kept.keys where calls[session]?.ending != nil { note("a call that is over is kept") }
        for timer in timers {
            if let session = timer.owner.session, calls[session]?.ending != nil { note("a timer survived its call") }
        }
    }

    /// Forgets timers and connections, because the exchange has died.
    package mutating func restart() {
        timers = []
        connections = [:]
        users = [:]
        waiting = []
        // A device that was taking a call has to ask again.
        for session in calls.keys { calls[session]?.taking = [] }
    }

    private mutating func begin(_ event: ExchangeEvent) {
        switch event {
        case .deviceConnected(let connection, let session):
            connections[connection] = session.id
            users[connection] = session.user
        case .connectionLost(let connection, _): connections[connection] = nil
        case .timerFired(let timer): timers.remove(timer)
        case .request, .response, .acknowledged, .command, .recovered, .endCall, .removeUser, .removeDevice: break
        }
    }

    private mutating func note(_ violation: String) { violations.append(violation) }

    private mutating func note(_ taking: TakeRequest, by connection: ConnectionID) {
        if let user = users[connection] { calls[taking.session]?.taking.insert(user) }
    }

    private mutating func start(_ timer: TimerID) {
        if timers.contains(where: { $0.owner == timer.owner }) { note("a second timer for one thing") }
        timers.insert(timer)
    }

    private mutating func own(_ callID: CallID, _ connection: ConnectionID) {
        owners[callID] = connections[connection]
    }

    private mutating func check(_ message: ExchangeMessage, to connection: ConnectionID) {
        guard let session = connections[connection] else { return note("a message to a connection that is gone") }
        if case .invite(let invitation) = message { own(invitation.name.callID, connection) }
        for callID in message.callIDs where owners[callID] != session { note("a message to a foreign connection") }
        switch message {
        case .bye(let callID, let ending): checkEnd(ending, of: callID, on: connection)
        case .display(let callID, let name, let number): checkShown(name, number, on: callID)
        case .attach(let offer): checkShown(offer.peerName, offer.peerNumber, on: offer.name.callID)
        default: break
        }
    }

    private mutating func checkEnd(_ ending: Ending, of callID: CallID, on connection: ConnectionID) {
        if ending.cause == Self.transferred, !calls.values.contains(where: { $0.released.contains(callID) }) {
            note("a party was told of a transfer that is not stored")
        }
        let reported = ReportedEnd(callID: callID, connection: connection)
        if !reportedEnds.insert(reported).inserted { note("a second end of one leg was told on one connection") }
        let known = calls.values.flatMap { $0.over }.first { $0.key.description == callID.rawValue }
        // The target's device goes on in the transferred call under the name that it has.
        if let known, !isAnsweredTarget(known.key), known.value != ending {
            note("a leg was told another end than was stored")
        }
    }

    /// The parties of a kept call are shown each other as it is kept, so that the next run shows them the same.
    private mutating func checkShown(_ name: Redacted<String>, _ number: Redacted<String>, on callID: CallID) {
        guard let call = kept.values.first(where: { $0.callIDs.contains(callID) }) else { return }
        let shown = callID == call.caller ? [call.dialed, call.dialed] : [call.callerName, call.callerNumber]
        if shown != [name, number] { note("a device was shown a party that is not kept") }
    }

    private mutating func check(_ call: KeptCall, before: ArraySlice<ExchangeEffect>) {
        var next = Kept(call)
        if let last = kept[call.session] {
            next.departed = last.departed.union(last.callIDs).subtracting(next.callIDs)
        }
        kept[call.session] = next
        if targetRings.contains(call.session) { note("a call that rings the target of a transfer was kept") }
        let isNew = calls[call.session]?.winner == nil
        if isNew, before.contains(where: \.isSpoken) { note("a device was told of a claim before it was kept") }
    }

    private mutating func check(_ record: JournalRecord, before: ArraySlice<ExchangeEffect>) {
        var call = calls[record.session] ?? Call()
        if record.version != call.version + 1 { note("a version that does not follow") }
        if call.ending != nil { note("a change after the end") }
        call.version = record.version
        switch record.change {
        case .legRang(let leg): call.rang.append(leg)
        case .claimed(let leg, _):
            call.claims += 1
            call.winner = leg
            call.holders = [LegID(session: record.session, ordinal: 0), leg]
            if call.claims > 1 { note("a second leg claimed the call") }
            if before.contains(where: \.isSpoken) { note("a device was told of a claim before it was stored") }
        case .legOver(let leg, let ending):
            if call.over.updateValue(ending, forKey: leg) != nil { note("a leg ended twice") }
            checkReason(ending, of: leg, in: call)
            call.holders.remove(leg)
        case .ended(let ending):
            call.ending = ending
            for leg in call.rang where call.over[leg] == nil { note("a leg outlived its call") }
        case .created(let leg, let user, _, _, _, _), .legPlanned(let leg, let user, _): call.users[leg] = user
        case .legHeld, .legResumed, .legDetached, .legAttached: break
        case .handedOver(let leg, let user, _):
            checkStored(record.session, to: leg, before, "handed over", "a hand-over")
            handOver(&call, to: leg, of: user)
        case .transferred(let leg, let user, _, _):
            checkStored(record.session, to: leg, before, "transferred", "a transfer")
            call.released = kept[record.session]?.departed ?? []
            if call.claims == 0 { note("a call that was not answered was transferred") }
            if !joins(user) { note("a call was transferred to a user who had not answered") }
            call.rang.append(leg)
            // The end of the leg in whose place it is follows.
            call.holders.insert(leg)
            call.users[leg] = user
        case .merged(let leg):
            call.survivor = leg
            if call.claims > 0 { note("a claimed call was merged") }
            let survivor = calls.first { LegID(session: $0.key, ordinal: 0) == leg }?.value
            if survivor?.ending != nil { note("a call was merged into one that is over") }
        }
        calls[record.session] = call
    }

    /// Whether a call that rang the target of a transfer was answered by that user, and ended; it counts once.
    private mutating func joins(_ user: UserID) -> Bool {
        let ring = targetRings.subtracting(joined).first { session in
            guard let call = calls[session], call.ending != nil, let winner = call.winner else { return false }
            return call.users[winner] == user
        }
        return ring.map { joined.insert($0).inserted } ?? false
    }

    private func isAnsweredTarget(_ leg: LegID) -> Bool {
        targetRings.contains { calls[$0]?.winner == leg }
    }

    private mutating func check(_ callEvent: GatewayCallEvent, of session: CallSessionID, in event: ExchangeEvent) {
        guard case .carrier(let carrierEvent) = callEvent else { return }
        var call = calls[session] ?? Call()
        switch carrierEvent {
        case .bridged(.leg(let leg), _):
            // After a restart, a claim of the earlier run is told once more, because its first message may have been
            // lost.
            if case .recovered = event, call.winner == leg { break }
            call.claims += 1
            call.winner = leg
            if call.claims > 1 { note("a second leg was joined to the caller") }
        case .playbackEnded(.playGreeting, hasPlayed: true):
            call.claims += 1
            call.winner = LegID(session: session, ordinal: .max)
            if call.claims > 1 { note("the attendant took a claimed call") }
        case .hungUp(let leg, _):
            let id = if case .leg(let id) = leg { id } else { LegID(session: session, ordinal: 0) }
            if !call.reportedOver.insert(id).inserted { note("a leg ended twice") }
        default: break
        }
        calls[session] = call
    }

    private mutating func check(_ push: DevicePush, to device: DeviceID) {
        switch push {
        case .ring(let ring):
            if !pushed[ring.session, default: []].insert(device).inserted { note("a device was rung twice by push") }
        case .over(let session, _):
            if pushed[session]?.remove(device) == nil { note("a push ended a call that no push had announced") }
        }
    }

    private mutating func checkGrant(_ callID: CallID) {
        let isWinner = calls.values.contains { $0.winner?.description == callID.rawValue }
        if !isWinner { note("a device was told that it has a call of another") }
    }

    /// What a restart needs is kept first, with the new party, and no device is told before that is stored.
    private mutating func checkStored(
        _ session: CallSessionID, to leg: LegID, _ before: ArraySlice<ExchangeEffect>, _ done: String, _ change: String
    ) {
        let isKept = before.contains { effect in
            guard case .keep(let call) = effect, call.session == session else { return false }
            return [0, call.winner].contains { call.legs[$0].id == leg }
        }
        if !isKept { note("a call was \(done) before it was kept") }
        let isTold = before.contains { $0.isSpoken && !$0.confirmsAttachment }
        if isTold { note("a device was told of \(change) before it was stored") }
    }

    private mutating func handOver(_ call: inout Call, to leg: LegID, of user: UserID) {
        if call.claims == 0 { note("a call that was not answered was handed over") }
        if call.ending != nil { note("a call that is over was handed over") }
        if call.taking.remove(user) == nil { note("a call was handed over that no device asked for") }
        let former = call.holders.filter { call.users[$0] == user }
        if former.count != 1 { note("a call was handed over by \(former.count) devices of its user") }
        call.holders.subtract(former)
        call.former.formUnion(former)
        call.holders.insert(leg)
        call.users[leg] = user
        call.rang.append(leg)
    }

    /// Devices that have the call are told how it ends, and all others that another one has it.
    private mutating func checkReason(_ ending: Ending, of leg: LegID, in call: Call) {
        let isElsewhere = ending.reason == .answeredElsewhere
        if call.former.contains(leg) {
            if !isElsewhere { note("a device whose call was taken was given a wrong reason: \(ending.reason)") }
            return
        }
        if call.holders.contains(leg) {
            // It may have put the call down while another device of its user was taking it.
            let isBeingTaken = call.users[leg].map(call.taking.contains) ?? false
            if isElsewhere, !isBeingTaken { note("a device was told that another has the call that it has") }
            return
        }
        guard call.rang.contains(leg) else { return }
        let isLoser = call.survivor != nil || call.winner != nil && call.winner != leg
        if isLoser != (ending.reason == .answeredElsewhere) { note("a leg was given a wrong reason: \(ending.reason)") }
    }

    private mutating func checkReplies(_ replies: [Asked], to event: ExchangeEvent, _ effects: [ExchangeEffect]) {
        let late = replies.filter { waiting.contains($0) }
        waiting.removeAll { late.contains($0) }
        guard case .request(let connection, let request, let content) = event else { return }
        let own = replies.count { $0.connection == connection && !late.contains($0) }
        if case .updateMedia = content {
            // Its reply may have to wait for the other side's answer.
            if own == 0 { waiting.append(Asked(connection: connection, request: request)) }
            return
        }
        if own == 0, effects.contains(where: \.isUndecidedAnswer) {
            return waiting.append(Asked(connection: connection, request: request))
        }
        if own != 1 { note("a request got \(own) replies") }
    }
}

extension TimerID {
    /// A key that is unique for each timer; the description of a session would not be.
    fileprivate var sortingKey: String {
        if case .resume(let session) = owner {
            "resume \(session.rawValue) \(deadline)"
        } else {
            "\(owner) \(deadline)"
        }
    }
}

extension ExchangeEffect {
    /// Whether the effect sends something to a device.
    package var isSpoken: Bool {
        switch self {
        case .send, .reply, .push: true
        case .admit, .refuseAdmission, .startTimer, .cancelTimer, .journal, .keep, .discard, .punt, .disconnect,
            .callEvent, .commandResult:
            false
        }
    }

    /// Whether the effect only confirms that a device's answer to an offered call was taken.
    fileprivate var confirmsAttachment: Bool {
        if case .reply(_, _, .attached) = self { true } else { false }
    }

    /// Whether a device has answered and will be told later whether it has the call.
    fileprivate var isUndecidedAnswer: Bool {
        if case .callEvent(_, .carrier(.answered)) = self { true } else { false }
    }
}
