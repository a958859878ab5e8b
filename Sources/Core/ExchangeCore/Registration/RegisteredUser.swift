internal import CallModel

/// A user who has devices or calls.
struct RegisteredUser: Hashable, Sendable {
    /// In the order they first logged in.
    var sessions: [SignallingSessionID] = []
    /// Live calls, as caller or callee.
    var liveCalls = 0
    /// Live calls the user has placed.
    var placed: Set<CallSessionID> = []
    /// Live calls in which the user is the one called.
    var calledIn: Set<CallSessionID> = []

    /// Live calls to numbers that ring the user.
    var expectedIn: Set<CallSessionID> = []

    var isIdle: Bool { sessions.isEmpty && liveCalls == 0 && calledIn.isEmpty && expectedIn.isEmpty }
}
