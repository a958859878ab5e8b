/// News of a leg that no session knows yet: kept until one does, within these bounds.
///
/// A webhook may overtake what tells us the leg's name, the reply to its dial. One that carries our mark finds its session
/// all the same; one without waits here.
public enum NewsParking {
    /// How long: no dial is repeated, and no call rings, for longer. Source: `RingLimits.ringTimeMax`.
    public static let timeMax = Duration.seconds(120)
    /// The most of one leg: a leg's whole life has some ten.
    public static let countPerLegMax = 16
    /// The most in all: only a signed sender gets here, and a thousand of its legs at once are a mistake of its.
    public static let countMax = 1_024
    /// The longest name of a leg, in bytes; Telnyx's have about a hundred (observed).
    public static let legBytesMax = 512

    /// What was thrown away, and since when the oldest of the rest waits.
    public struct Sweep: Hashable, Sendable {
        public let discarded: Int
        /// Since 1970; nil: none waits.
        public let oldest: Duration?

        public init(discarded: Int, oldest: Duration?) {
            self.discarded = discarded
            self.oldest = oldest
        }
    }
}
