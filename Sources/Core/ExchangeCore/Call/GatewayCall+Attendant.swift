internal import CallModel
internal import Redaction
internal import RingCore

/// Diverting: the attendant takes a message when the ring session finds that no device takes the call.
extension GatewayCall {
    /// Names the callee in the attendant's invitation. A caller's own headers never reach the attendant.
    static let mailboxHeader: HeaderName = "X-Carillon-Mailbox"
    /// Names the call in the attendant's invitation, by the id the journal has for it.
    static let sessionHeader: HeaderName = "X-Carillon-Session"

    /// Whether a caller may leave a message.
    var hasMailbox: Bool { attendant != nil && mailbox != nil }

    /// Diverts a call between users: its devices stop ringing, and the call ends like this if no message is left.
    mutating func divert(after reason: EndReason, _ turn: inout Turn) {
        guard isRinging, !isToNumber, divertedAfter == nil else { return }
        let ending = ending(for: reason)
        divertedAfter = ending
        for index in legs.indices.dropFirst() { finish(index, ending, isReportedNow: true, &turn) }
        callOff(ending, &turn)
    }

    /// The result of an earlier command to take a message; nil if there was none and the attendant may be rung.
    var attendance: CommandResult? {
        guard hasMailbox, !isAttendantLate else { return .refused }
        if let attendantLeg { return legs[attendantLeg].isOver ? .refused : .accepted(nil) }
        return isRinging ? nil : .refused
    }

    /// Rings the attendant, and waits the attendant time for its answer.
    ///
    /// - Returns: its leg's index.
    mutating func summon(_ device: RegisteredSession, _ turn: inout Turn) -> Int? {
        // Among the legs of a call to a number, its ring session gives the ordinals.
        guard case .ringing(var ringing) = state, let mailbox,
            let index = plan(device, as: isToNumber ? LegID(session: id, ordinal: .max) : nil, &turn)
        else { return nil }
        attendantLeg = index
        address(to: mailbox)
        turn.cancel(.ring(id), due: ringing.deadline)
        ringing.deadline = turn.start(.ring(id), after: turn.limits.attendantTime)
        state = .ringing(ringing)
        ring(index, &turn)
        return index
    }

    /// Replaces the invitation's headers by those for the attendant alone.
    private mutating func address(to mailbox: UserID) {
        invitation.headers = [
            CustomHeader(name: Self.mailboxHeader, value: Redacted(mailbox.rawValue)),
            CustomHeader(name: Self.sessionHeader, value: Redacted(id.description)),
        ]
        invitation.clientState = nil
    }

    /// Handles the end of a wait that the ring session does not know of: the attendant did not answer in time, or no
    /// command came for a call to a number.
    mutating func waitIsOver(_ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return }
        guard let attendantLeg, !legs[attendantLeg].isOver else { return end(Ending(.failed), &turn) }
        ringing.deadline = turn.start(.ring(id), after: turn.limits.numberCallTime)
        state = .ringing(ringing)
        isAttendantLate = true
        // The end of a diverted call is the attendant's too.
        guard divertedAfter == nil else { return report(.playbackEnded(.playGreeting, hasPlayed: false), &turn) }
        finish(attendantLeg, Ending(.unreachable), isReportedNow: true, &turn)
    }

    /// Whether a caller whose call ends like this would leave a message.
    static func leavesRoomForAMessage(_ reason: EndReason) -> Bool {
        switch reason {
        case .noAnswer, .busy, .declined, .declinedElsewhere, .unreachable: true
        case .cancelled, .incompatible, .failed, .answeredElsewhere, .dropped, .completed: false
        }
    }
}
