extension EndReason {
    /// Reads a peer's cause as a reason.
    ///
    /// - Parameter wasConnected: whether the call stood when the peer released it; a hang-up of a standing call is
    ///   `completed` whatever polite cause came with it, and a failure of one is `dropped`.
    public init(cause: HangUpCause, wasConnected: Bool) {
        self = wasConnected ? Self.afterConnection(cause) : Self.beforeConnection(cause)
    }

    private static func afterConnection(_ cause: HangUpCause) -> EndReason {
        switch cause.code {
        case 805, 702: .answeredElsewhere
        case 27, 38, 41, 42, 63, 102, 127, 700, 701, 804, 809: .dropped
        default: .completed
        }
    }

    private static func beforeConnection(_ cause: HangUpCause) -> EndReason {
        switch cause.code {
        case 1, 2, 3, 20, 22, 27, 28, 806: .unreachable
        case 58, 65, 88: .incompatible
        case 18, 19, 602, 802, 807: .noAnswer
        case 16, 487: .cancelled
        case 17: .busy
        case 21: .declined
        case 702, 805: .answeredElsewhere
        default: .failed
        }
    }
}
