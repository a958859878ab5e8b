/// How much may go wrong in one call.
struct RingFaults: Hashable, Sendable {
    /// All that there are.
    static let each = -1

    /// News that come twice; ``each``: any may.
    var doubles = 0
    /// News that never come.
    var losses = 0
    /// Kills of the exchange: a command that was sent and not marked is sent again.
    var crashes = 0
    /// Times that time passes though something is on its way.
    var delays = 0
    /// Bridges refused for no reason.
    var conflicts = 0
    /// Commands with an unknown result, or which are too many at once.
    var outages = 0
}
