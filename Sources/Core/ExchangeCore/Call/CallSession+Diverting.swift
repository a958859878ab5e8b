internal import CallModel
internal import Redaction

/// A call that nobody takes is for the attendant, who takes a message.
extension CallSession {
    /// Names the callee in the attendant's invitation. A caller's own headers never reach the attendant.
    static let mailboxHeader: HeaderName = "X-Carillon-Mailbox"
    /// Names the call there, as it is journalled.
    static let sessionHeader: HeaderName = "X-Carillon-Session"

    /// Nobody of the callee takes the call: a message may be left, or it is over.
    mutating func giveUp(_ ending: Ending, _ turn: inout Turn) {
        guard case .ringing(var ringing) = state else { return }
        if let divertedAfter { return end(divertedAfter, &turn) }
        guard attendant != nil, let callee, Self.leavesRoomForAMessage(ending.reason) else {
            return end(ending, &turn)
        }
        divertedAfter = ending
        turn.cancel(.ring(id), due: ringing.deadline)
        for index in legs.indices.dropFirst() { finish(index, ending, isToldNow: true, &turn) }
        callOff(ending, &turn)
        address(to: callee)
        ringing.deadline = turn.start(.ring(id), after: turn.limits.attendantTime)
        state = .ringing(ringing)
        turn.divertedCalls.append(id)
    }

    /// What the attendant is told, and nobody else.
    mutating func address(to mailbox: UserID) {
        invitation.headers = [
            CustomHeader(name: Self.mailboxHeader, value: Redacted(mailbox.rawValue)),
            CustomHeader(name: Self.sessionHeader, value: Redacted(id.description)),
        ]
        invitation.clientState = nil
    }

    /// Rings the attendant; ends the call if there is none.
    ///
    /// - Returns: the new leg's index.
    mutating func ringAttendant(_ device: RegisteredSession?, _ turn: inout Turn) -> Int? {
        guard case .ringing = state, let divertedAfter else { return nil }
        guard let device, let index = plan(device, &turn) else {
            end(divertedAfter, &turn)
            return nil
        }
        ring(index, &turn)
        return index
    }

    /// Whether a caller who meets this end has something to say.
    private static func leavesRoomForAMessage(_ reason: EndReason) -> Bool {
        switch reason {
        case .noAnswer, .busy, .declined, .declinedElsewhere, .unreachable: true
        case .cancelled, .incompatible, .failed, .answeredElsewhere, .dropped, .completed: false
        }
    }
}
