public import CallModel

/// Which users are in which calls. It decides between ringing, call waiting and busy.
///
/// It is a hint rather than the truth: it is built from sessions and may be rebuilt at any time.
public struct BusyIndex: Hashable, Sendable {
    /// The calls of one user, oldest first.
    private var calls: [UserID: [CallSessionID]] = [:]

    /// Makes an index in which no user is in a call.
    public init() {}

    /// The calls a user is in, in the order in which they were entered.
    public func calls(of user: UserID) -> [CallSessionID] { calls[user] ?? [] }

    /// Whether a user is in a call other than `session`.
    public func isBusy(_ user: UserID, besides session: CallSessionID? = nil) -> Bool {
        calls(of: user).contains { $0 != session }
    }

    /// Notes that a user is in a call.
    public mutating func enter(_ user: UserID, _ session: CallSessionID) {
        guard !calls(of: user).contains(session) else { return }
        calls[user, default: []].append(session)
    }

    /// Notes that a call is over for a user.
    public mutating func leave(_ user: UserID, _ session: CallSessionID) {
        guard var left = calls[user] else { return }
        left.removeAll { $0 == session }
        calls[user] = left.isEmpty ? nil : left
    }
}
