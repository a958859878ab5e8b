internal import CallModel

/// What a call has besides whose course is commanded from outside: one to a number.
struct CommandedCall: Hashable, Sendable {
    /// A device that answered and waits for the command that gives it the call.
    struct WaitingAnswer: Hashable, Sendable {
        let leg: Int
        let asker: Asker
        let headers: [CustomHeader]
    }

    /// Whose mailbox a message is for.
    let mailbox: UserID?
    /// Everybody who was to be rung, each once.
    var users: [UserID] = []
    var answers: [WaitingAnswer] = []
    /// Legs that were ordered of devices that were not there. An order that is said again means the same leg, even if its
    /// device is there by then: nobody would know of a leg that rings after it was told to be over.
    var unreachable: Set<LegID> = []
    /// The leg of whoever takes a message.
    var attendantLeg: Int?
}

/// A call to a number: who is rung and who has it is decided outside. What is said between the two sides is not.
extension CallSession {
    /// Tells whoever decides the call, in place of the journal.
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
        // Told with who did it, or nothing that anybody decides about.
        case .legOver, .legPlanned, .legDetached, .legAttached, .merged, .ended: break
        }
    }

    func reportEnd(of index: Int, _ ending: Ending, isOwnDoing: Bool, _ turn: inout Turn) {
        guard index == commanded?.attendantLeg else {
            return report(.over(legs[index].id, ending, isOwnDoing: isOwnDoing), &turn)
        }
        if case .ringing = state { report(.unattended, &turn) }
    }

    func report(_ news: CallNews, _ turn: inout Turn) { turn.effects.append(.news(id, news)) }

    private var attendantLeg: LegID? { commanded?.attendantLeg.map { legs[$0].id } }

    // MARK: - Ringing

    /// Rings a device because it was ordered.
    ///
    /// - Returns: the new leg's index; nil where the call has had too many.
    mutating func ring(_ leg: LegID, on device: RegisteredSession, _ turn: inout Turn) -> Int? {
        guard let index = plan(device, as: leg, &turn) else { return nil }
        ring(index, &turn)
        return index
    }

    /// A device of a user who is rung has logged in. If its leg rings at another log-in of it, which may be dead without
    /// anybody having noticed, it rings here now.
    ///
    /// - Returns: the leg that has moved, and from where.
    mutating func welcome(
        _ device: RegisteredSession, _ turn: inout Turn
    ) -> (index: Int, from: SignallingSessionID)? {
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
        tell(index, .bye(legs[index].callID, Ending(.cancelled)), &turn)
        legs[index].move(to: device)
        if legs[index].state == .ringing { invite(index, &turn) } else { ring(index, &turn) }
        return (index, former)
    }

    // MARK: - Answering

    /// Whether a leg that answers has to wait for a command.
    func waitsForCommand(_ index: Int) -> Bool { commanded != nil && commanded?.attendantLeg != index }

    /// A device answers. Whether it has the call it hears once that is decided.
    mutating func awaitCommand(_ index: Int, _ answering: Answering, asker: Asker, _ turn: inout Turn) {
        legs[index].state = .answered
        accept(answering, of: index)
        commanded?.answers.append(
            CommandedCall.WaitingAnswer(leg: index, asker: asker, headers: answering.headers))
        report(.answered(legs[index].id), &turn)
    }

    /// Takes out the answer of a leg that waits.
    mutating func takeAnswer(of index: Int) -> CommandedCall.WaitingAnswer? {
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
            guard let answer = takeAnswer(of: index) else { return .notAnswered }
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
            finish(index, ending, isToldNow: true, &turn)
        }
        return .done
    }

    // MARK: - Messages

    /// Whether the attendant was rung before, and what came of it.
    var attendance: CallCommandResult? {
        guard attendant != nil, commanded?.mailbox != nil else { return .refused }
        if let index = commanded?.attendantLeg { return legs[index].isOver ? .refused : .done }
        if case .ringing = state { return nil }
        return .refused
    }

    /// Rings the attendant, who has a while to answer.
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

    /// The attendant took too long, or whoever commands the call has fallen silent.
    mutating func waitIsOver(_ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return }
        guard let index = commanded?.attendantLeg, !legs[index].isOver else { return end(Ending(.failed), &turn) }
        ringing.deadline = turn.start(.ring(id), after: turn.limits.commandedTime)
        state = .ringing(ringing)
        finish(index, Ending(.unreachable), isToldNow: true, &turn)
    }
}
