/// A command whose result is awaited, or which will be said again.
struct PendingCommand: Hashable, Sendable, Codable {
    let id: RingCommandID
    let purpose: CommandPurpose
    let leg: LegRef
    /// When it was decided on: it was not sent before. Optional, so that what was stored before can be read.
    var orderedAt: Duration?
    /// What came of it so far, where that was nothing for good.
    var doubt: Doubt?

    /// A command that came to nothing for the moment.
    struct Doubt: Hashable, Sendable, Codable {
        /// How often.
        var tries: UInt8
        /// What the carrier said last.
        var result: CommandResult
        /// When to say it again; nil: it was said again, and the result is awaited.
        var againAt: Duration?
    }
}
