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
