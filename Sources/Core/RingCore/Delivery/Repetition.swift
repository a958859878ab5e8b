/// When a command may be said again under its name: one of which nobody knows whether it was done.
///
/// A carrier tells a repetition from a new command by its name, but only for a minute. So a command may be repeated
/// blindly within that minute; later the leg must be looked at first, or a phone would ring twice.
/// Source: Telnyx, command_id for 60 s (documented).
public enum Repetition {
    /// How long a carrier knows a command again.
    public static let knownFor: Duration = .seconds(60)
    /// The margin before the carrier forgets: its clock and the way to it are not ours.
    public static let margin: Duration = .seconds(5)
    /// The wait before the first repetition; twice as long before each next. The port has tried for a while by itself.
    static let waitMin: Duration = .milliseconds(500)
    /// The longest wait between two tries: an outage that ends while it rings costs no more of the ringing.
    static let waitMax: Duration = .seconds(8)

    /// Whether the carrier still knows a command that was sent, or decided on, then.
    public static func isSafe(since then: Duration, at now: Duration) -> Bool { now < then + knownFor - margin }

    /// How long to wait when a command came to nothing so often.
    static func wait(after tries: UInt8) -> Duration { min(waitMin * (1 << Int(min(max(tries, 1), 8) - 1)), waitMax) }
}
