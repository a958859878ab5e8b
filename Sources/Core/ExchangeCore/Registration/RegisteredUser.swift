internal import CallModel

/// A user who has devices or calls.
struct RegisteredUser: Hashable, Sendable {
    /// In the order they first logged in.
    var sessions: [SignallingSessionID] = []
    /// Live calls, as caller or callee.
    var liveCalls = 0
    /// Live calls in which the user is the one called.
    var calledIn: Set<CallSessionID> = []

    var isIdle: Bool { sessions.isEmpty && liveCalls == 0 && calledIn.isEmpty }
}
