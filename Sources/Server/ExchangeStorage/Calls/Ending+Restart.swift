public import CallModel

extension Ending {
    /// How a call ends that its exchange did not live to end.
    public static let exchangeRestarted = Ending(
        .failed, cause: .normalTemporaryFailure, sipCode: 503, sipReason: "exchange restarted")
}
