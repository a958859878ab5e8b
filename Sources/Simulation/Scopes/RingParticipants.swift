import CallModel
import ExchangeCore
import Redaction

/// The exchange and the phones: the part of a state without the messages on their way. Many states share it.
struct RingParticipants: Hashable, Sendable {
    /// The state of the call as a phone knows it.
    enum Phase: Hashable, Sendable {
        case idle
        /// The caller has dialed, or a device rings.
        case ringing
        /// A device's user has taken the call.
        case answering
        /// The caller has been told of the answer.
        case connected
        /// The user has hung up; the exchange has not replied.
        case hangingUp
        case done
    }

    struct Party: Hashable, Sendable {
        var phase = Phase.idle
        var connection: ConnectionID?
        /// The number of connections made, so that no connection's number is used twice.
        var connectionsMade: UInt64 = 0
        var isRevoked = false
        /// Whether the device was asked to describe its media while it rings.
        var isAsked = false
        /// The device whose media the caller connects with; 0 if it does not know.
        var peer = 0

        var hasHungUp: Bool { phase == .done || phase == .hangingUp }

        var believesInCall: Bool {
            switch phase {
            case .ringing, .answering, .connected: true
            case .idle, .hangingUp, .done: false
            }
        }
    }

    typealias Packet = RingState.Packet

    private(set) var exchange = Exchange()
    private(set) var checker = ExchangeChecker()
    var parties: [Party] = []
    /// The party that takes messages.
    var attendant: Int?
    static let attendantUser = UserID("attendant")

    /// The exchange's status of the call, as of the last event.
    private(set) var status: CallStatus?
    /// The running timers in a fixed order, as of the last event.
    private(set) var timers: [TimerID] = []
    /// The exchange before the first answer, which decides all answers if claims are forgotten.
    private var unclaimed: Exchange?
    private let claimsAreForgotten: Bool
    let revocationIsADrop: Bool
    private let early: RingModel.Early?
    /// Whether the caller was given the media of a device that did not ring.
    private(set) var isMisled = false

    init(claimsAreForgotten: Bool, revocationIsADrop: Bool, early: RingModel.Early?) {
        self.claimsAreForgotten = claimsAreForgotten
        self.revocationIsADrop = revocationIsADrop
        self.early = early
    }

    /// Gives the exchange an event, and puts its messages on the wires.
    mutating func handle(_ event: ExchangeEvent, _ wires: inout [RingChannel.Change]) {
        var effects: [ExchangeEffect] = []
        if claimsAreForgotten, case .request(_, _, .answer) = event {
            exchange = unclaimed ?? exchange
            unclaimed = exchange
        }
        exchange.handle(event, at: .zero, into: &effects)
        checker.watch(event, effects)
        status = exchange.status(of: RingModel.session)
        timers = checker.runningTimers
        for effect in effects {
            guard let (connection, kind) = Packet.Kind.sent(by: effect),
                let party = parties.firstIndex(where: { $0.connection == connection }),
                kind != .unlisted || parties[party].connectionsMade > 1
            else { continue }
            // A message about the end has no effect on a phone that has hung up.
            if kind == .bye, parties[party].hasHungUp { continue }
            let describer = describer(in: effect)
            if kind == .early, !isRinging(describer) { isMisled = true }
            wires.append(.put(Packet(kind: kind, party: party, connection: connection, describer: describer)))
        }
    }

    private func describer(in effect: ExchangeEffect) -> Int {
        guard early != nil else { return 0 }
        let description: Redacted<String>? =
            switch effect {
            case .send(_, .answer(let notice)): notice.description
            case .send(_, .earlyDescription(_, let description)): description
            default: nil
            }
        return parties.indices.first { RingModel.Early.description(of: $0) == description } ?? 0
    }

    private func isRinging(_ party: Int) -> Bool {
        guard let status, status.winner == nil, status.legs.indices.contains(party) else { return false }
        return party != RingModel.caller && status.legs[party].stage != .over
    }

    /// The phones that wrongly believe they are in the call.
    var mistaken: [Int] {
        let legs = status?.legs ?? []
        return parties.indices.filter { party in
            legs.indices.contains(party) && legs[party].stage == .over && parties[party].believesInCall
        }
    }
}

extension RingState.Packet.Kind {
    /// The messages of the exchange that change the model's phones; nil for all others.
    fileprivate static func sent(by effect: ExchangeEffect) -> (ConnectionID, Self)? {
        switch effect {
        case .send(let connection, .invite(let invitation)):
            (connection, invitation.takesEarlyDescription ? .askingInvite : .invite)
        case .send(let connection, .earlyDescription): (connection, .early)
        case .send(let connection, .answer): (connection, .answered)
        case .send(let connection, .bye): (connection, .bye)
        case .send(let connection, .ready(let calls)): (connection, calls.isEmpty ? .unlisted : .listed)
        case .send, .reply, .push, .admit, .refuseAdmission, .startTimer, .cancelTimer, .journal, .keep, .discard,
            .punt, .disconnect,
            .callEvent, .commandResult:
            nil
        }
    }
}

extension RingParticipants {
    private static let verdict = SingleOrganizationDirectory([UserID("a"), UserID("b")]).verdict(
        of: UserID("a"), calling: "b")
    private static let earlyVerdict = {
        var policy = CallingPolicy()
        policy.connectsColleaguesWhileRinging = true
        return SingleOrganizationDirectory([UserID("a"), UserID("b")]).verdict(
            of: UserID("a"), calling: "b", under: policy)
    }()

    private static func callID(_ party: Int) -> CallID {
        party == RingModel.caller
            ? CallID("call") : CallID(LegID(session: RingModel.session, ordinal: UInt16(party)).description)
    }

    /// Applies an action to the exchange and the phones, and collects the changes of messages on their way.
    mutating func perform(_ action: RingAction, _ wires: inout [RingChannel.Change]) {
        switch action {
        case .act(let party, let choice): act(party, choice, &wires)
        case .deliver(let packet): deliver(packet, &wires)
        case .fire(let timer): handle(.timerFired(timer), &wires)
        case .breakConnection(let party): breakConnection(party, &wires)
        case .comeBack(let party): connect(party, &wires)
        case .revoke(let party): revoke(party, &wires)
        case .drop, .double: break
        }
    }

    /// Carries out a user's action, which the phone sends to the exchange.
    private mutating func act(_ party: Int, _ choice: RingAction.Choice, _ wires: inout [RingChannel.Change]) {
        guard let connection = parties[party].connection else { return }
        switch choice {
        case .dial:
            parties[party].phase = .ringing
            wires.append(.put(Packet(kind: .dial, party: party, connection: connection)))
        case .answer:
            parties[party].phase = .answering
            wires.append(.put(Packet(kind: .answer, party: party, connection: connection)))
        case .hangUp:
            parties[party].phase = .hangingUp
            wires.append(.dropByes(party: party))
            wires.append(.put(Packet(kind: .hangUp, party: party, connection: connection)))
        }
    }

    private mutating func deliver(_ packet: Packet, _ wires: inout [RingChannel.Change]) {
        wires.append(.remove(packet))
        let party = packet.party
        switch (packet.kind, parties[party].phase) {
        case (.dial, _), (.answer, _), (.hangUp, _), (.describe, _):
            handle(.request(packet.connection, .number(Int64(packet.kind.rawValue)), request(packet)), &wires)
            // The reply is assumed to arrive at once. If the request is lost instead, the phone repeats it.
            if packet.kind == .hangUp, parties[party].phase == .hangingUp { finish(party, &wires) }
        case (.invite, .idle): parties[party].phase = .ringing
        case (.askingInvite, .idle), (.askingInvite, .ringing):
            parties[party].phase = .ringing
            parties[party].isAsked = true
            wires.append(.put(Packet(kind: .describe, party: party, connection: packet.connection)))
        case (.early, .ringing): parties[party].peer = packet.describer
        case (.answered, .ringing):
            parties[party].phase = .connected
            if parties[party].peer == 0 || early?.callerKeepsFirst != true { parties[party].peer = packet.describer }
        // A phone that is done with a call that still stands hangs up again.
        case (.answered, .done), (.listed, .done): act(party, .hangUp, &wires)
        case (.unlisted, .ringing), (.unlisted, .answering), (.unlisted, .connected), (.unlisted, .hangingUp):
            finish(party, &wires)
        case (.bye, _): finish(party, &wires)
        // Duplicates and messages without effect.
        case (.invite, _), (.askingInvite, _), (.early, _), (.answered, _), (.listed, _), (.unlisted, _): break
        }
    }

    private mutating func finish(_ party: Int, _ wires: inout [RingChannel.Change]) {
        parties[party].phase = .done
        wires.append(.dropByes(party: party))
    }

    private func request(_ packet: Packet) -> ClientRequest {
        let callID = Self.callID(packet.party)
        switch packet.kind {
        case .dial:
            return .dial(
                Dialing(
                    callID: callID, session: RingModel.session,
                    verdict: early == nil ? Self.verdict : Self.earlyVerdict, dialed: "b",
                    description: RingModel.description, trickles: early != nil,
                    wakeable: parties.indices.dropFirst().filter {
                        parties[$0].connectionsMade == 0 && !parties[$0].isRevoked
                    }
                    .map { DeviceID("\($0)") }, attendant: attendant.map { _ in Self.attendantUser }))
        case .answer:
            return .answer(answer(packet.party, callID))
        case .describe: return .describeEarly(answer(packet.party, callID))
        case .hangUp: return .hangUp(callID, packet.party == RingModel.caller ? .originatorCancel : .callRejected)
        case .invite, .answered, .bye, .listed, .unlisted, .askingInvite, .early:
            return .ringing(callID)
        }
    }

    private func answer(_ party: Int, _ callID: CallID) -> AnswerRequest {
        let description = early == nil ? RingModel.description : RingModel.Early.description(of: party)
        return AnswerRequest(callID: callID, description: description, trickles: early != nil)
    }

    /// Connects a phone, for the first time or again, in the same signaling session.
    mutating func connect(_ party: Int, _ wires: inout [RingChannel.Change]) {
        let connection = ConnectionID(UInt64(party) * 10 + parties[party].connectionsMade)
        parties[party].connectionsMade += 1
        parties[party].connection = connection
        let user = party == attendant ? Self.attendantUser : UserID(party == RingModel.caller ? "a" : "b")
        handle(
            .deviceConnected(
                connection,
                DeviceSession(
                    id: SignalingSessionID("\(party)"), user: user, device: DeviceID("\(party)"),
                    capabilities: early == nil ? [] : [.trickle, .earlyDescriptions])),
            &wires)
    }

    /// Breaks a connection; its messages on their way are lost.
    private mutating func breakConnection(_ party: Int, _ wires: inout [RingChannel.Change]) {
        guard let connection = parties[party].connection else { return }
        parties[party].connection = nil
        wires.append(.cut(connection))
        handle(.connectionLost(connection, .broken), &wires)
    }

    /// Logs a device out permanently; its connection and its messages on their way are lost.
    private mutating func revoke(_ party: Int, _ wires: inout [RingChannel.Change]) {
        let connection = parties[party].connection
        if let connection { wires.append(.cut(connection)) }
        parties[party].connection = nil
        parties[party].isRevoked = true
        if revocationIsADrop {
            if let connection { handle(.connectionLost(connection, .broken), &wires) }
        } else {
            handle(.removeDevice(DeviceID("\(party)"), of: UserID("b")), &wires)
        }
    }
}
