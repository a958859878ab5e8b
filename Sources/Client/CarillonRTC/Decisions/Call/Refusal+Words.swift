internal import CallModel

extension Refusal {
    /// Why what a user asked for was turned down, for that user.
    func words(about event: CallEvent) -> String {
        switch self {
        case .notStarted: "the call has not begun"
        case .alreadyStarted: "the call has begun already"
        case .wrongDirection: "only a call that comes in can be answered or declined"
        case .inviteNotSent: "the call is not under way yet"
        case .notAnswered: "nobody has answered the call yet"
        case .alreadyAnswered: "the call is answered already"
        case .notActive: "the call is not active"
        case .holdUnchanged: event == .resume ? "the call is not held" : "the call is held already"
        case .holdPending: "the call is being held or resumed just now"
        case .noHoldPending: "the call is neither being held nor resumed"
        case .linkUnchanged: "the connection is as it was"
        case .linkDown: "the connection is lost, and its repair negotiates anew anyway"
        case .notRenegotiating: "nothing is being negotiated"
        case .timerNotRunning: "that time is not running"
        case .disconnecting: "the call is being ended"
        case .notDisconnecting: "nobody is ending the call"
        case .ended: "the call has ended"
        }
    }
}
