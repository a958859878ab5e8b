internal import CallModel

/// The further state of a call to a number. Its ring session decides outside of this module who rings and who has the
/// call.
struct CommandedCall: Hashable, Sendable {
    /// A device that answered, and waits for the command that gives it the call.
    struct WaitingAnswer: Hashable, Sendable {
        let leg: Int
        let asker: Asker
        let headers: [CustomHeader]
    }

    /// Whose mailbox a message is for.
    let mailbox: UserID?
    /// The users the call was to ring, each once.
    var users: [UserID] = []
    var answers: [WaitingAnswer] = []
    /// Legs that were ordered for devices that were not logged in. If the order comes again after the device logged in,
    /// the leg stays over, because the ring session already knows that it is over.
    var unreachable: Set<LegID> = []
    /// The index of the attendant's leg, once it was rung.
    var attendantLeg: Int?
}

/// How a call to a number obeys its ring session. Media and messages between the two sides are not commanded.
extension CallSession {
    /// Reports a change to the ring session. Such a call has no journal here.
    func report(_ change: JournalChange, _ turn: inout Turn) {
        switch change {
        case .created:
            let caller = legs[Self.caller]
            report(
                .placed(
                    CallPlacement(
                        caller: caller.user, device: caller.device, callerName: invitation.callerName,
                        callerNumber: invitation.callerNumber, dialled: invitation.dialled,
                        hasAttendant: attendant != nil && commanded?.mailbox != nil)), &turn)
        case .legRang(let leg): if leg != attendantLeg { report(.ringing(leg), &turn) }
        case .claimed(let leg, _): report(leg == attendantLeg ? .attended : .joined(leg), &turn)
        case .legHeld(let leg): report(.held(leg, true), &turn)
        case .legResumed(let leg): report(.held(leg, false), &turn)
        // An end is reported with its cause elsewhere; the others matter to no decision.
        case .legOver, .legPlanned, .legDetached, .legAttached, .merged, .ended: break
        }
    }

    func reportEnd(of index: Int, _ ending: Ending, isOwnDoing: Bool, _ turn: inout Turn) {
        guard index == commanded?.attendantLeg else {
            return report(.over(legs[index].id, ending, isOwnDoing: isOwnDoing), &turn)
        }
        if case .ringing = state { report(.unattended, &turn) }
    }

    func report(_ event: CommandedCallEvent, _ turn: inout Turn) { turn.effects.append(.callEvent(id, event)) }

    private var attendantLeg: LegID? { commanded?.attendantLeg.map { legs[$0].id } }

    // MARK: - Ringing

    /// Rings a device by order of the ring session.
    ///
    /// - Returns: the new leg's index; nil if the call has had too many legs.
    mutating func ring(_ leg: LegID, on device: RegisteredSession, _ turn: inout Turn) -> Int? {
        guard let index = plan(device, as: leg, &turn) else { return nil }
        ring(index, &turn)
        return index
    }

    /// Handles the login of a device whose user the call rings. If the device's leg rings at another login, which may
    /// be dead unnoticed, it rings at this one now.
    ///
    /// - Returns: the leg that moved, and the session it moved from.
    mutating func welcome(
        _ device: RegisteredSession, _ turn: inout Turn
    ) -> (index: Int, from: SignalingSessionID)? {
        guard case .ringing = state, commanded?.attendantLeg == nil else { return nil }
        let index = legs.indices.dropFirst().last {
            !legs[$0].isOver && legs[$0].user == device.user && legs[$0].device == device.device
        }
        guard let index else {
            report(.arrived(device.user, device.device), &turn)
            return nil
        }
        let former = legs[index].session
        guard former != device.id, legs[index].state != .answered else { return nil }
        send(index, .bye(legs[index].callID, Ending(.cancelled)), &turn)
        legs[index].move(to: device)
        if legs[index].state == .ringing { invite(index, &turn) } else { ring(index, &turn) }
        return (index, former)
    }

    // MARK: - Answering

    /// Whether a leg that answers has to wait for a command.
    func waitsForCommand(_ index: Int) -> Bool { commanded != nil && commanded?.attendantLeg != index }

    /// Keeps a device's answer until the ring session decides whether it has the call.
    mutating func awaitCommand(_ index: Int, _ answering: AnswerRequest, asker: Asker, _ turn: inout Turn) {
        legs[index].state = .answered
        accept(answering, of: index)
        commanded?.answers.append(
            CommandedCall.WaitingAnswer(leg: index, asker: asker, headers: answering.headers))
        report(.answered(legs[index].id), &turn)
    }

    /// Removes and returns the waiting answer of a leg.
    mutating func removeWaitingAnswer(of index: Int) -> CommandedCall.WaitingAnswer? {
        guard let place = commanded?.answers.firstIndex(where: { $0.leg == index }) else { return nil }
        return commanded?.answers.remove(at: place)
    }

    mutating func join(_ leg: LegID, _ turn: inout Turn) -> CallCommandResult {
        guard let index = legs.firstIndex(where: { $0.id == leg }), index != Self.caller, !legs[index].isOver else {
            return .legOver
        }
        switch state {
        case .active(let claim): return claim.winner == index ? .done : .refused
        case .ended: return .callOver
        case .ringing:
            guard let answer = removeWaitingAnswer(of: index) else { return .notAnswered }
            claim(index, answer.headers, asker: answer.asker, &turn)
            return .done
        }
    }

    // MARK: - Ending

    mutating func hangUp(_ leg: LegID, _ ending: Ending, _ turn: inout Turn) -> CallCommandResult {
        guard let index = legs.firstIndex(where: { $0.id == leg }), !legs[index].isOver else { return .legOver }
        if index == Self.caller || peer(of: index) != nil {
            end(ending, &turn)
        } else {
            finish(index, ending, isReportedNow: true, &turn)
        }
        return .done
    }

    // MARK: - Messages

    /// The result of an earlier command to take a message; nil if there was none and the attendant may be rung.
    var attendance: CallCommandResult? {
        guard attendant != nil, commanded?.mailbox != nil else { return .refused }
        if let index = commanded?.attendantLeg { return legs[index].isOver ? .refused : .done }
        if case .ringing = state { return nil }
        return .refused
    }

    /// Rings the attendant, and waits the attendant time for its answer.
    ///
    /// - Returns: its leg's index.
    mutating func summon(_ device: RegisteredSession, _ turn: inout Turn) -> Int? {
        guard case .ringing(var ringing) = state, let mailbox = commanded?.mailbox,
            let index = plan(device, as: LegID(session: id, ordinal: .max), &turn)
        else { return nil }
        commanded?.attendantLeg = index
        address(to: mailbox)
        turn.cancel(.ring(id), due: ringing.deadline)
        ringing.deadline = turn.start(.ring(id), after: turn.limits.attendantTime)
        state = .ringing(ringing)
        ring(index, &turn)
        return index
    }

    /// Handles the end of the wait: the attendant did not answer in time, or the ring session sent no command.
    mutating func waitIsOver(_ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return }
        guard let index = commanded?.attendantLeg, !legs[index].isOver else { return end(Ending(.failed), &turn) }
        ringing.deadline = turn.start(.ring(id), after: turn.limits.commandedTime)
        state = .ringing(ringing)
        finish(index, Ending(.unreachable), isReportedNow: true, &turn)
    }
}
