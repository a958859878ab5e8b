/// Something that is so or is not.
public enum Claim: Hashable, Sendable {
    /// What can be heard of a call.
    public enum Sound: String, CaseIterable, Hashable, Sendable {
        case bothWays = "both ways"
        /// The other side is heard, and does not hear this one.
        case onlyHeard = "only heard"
        case silence = "none"
    }

    /// How a call looks on the system's screen.
    public enum Look: String, CaseIterable, Hashable, Sendable {
        case rings, connecting, connected, held, muted
    }

    /// The call is on the screen and looks so.
    case looks(CallName, Look)
    /// Nothing rings.
    case nothingRings
    /// These calls are on the screen, and no others: `Anna: connected, held`.
    case screen([String])
    case sound(Sound)
    /// Where sound comes out.
    case route(String)
    /// These entries are in Recents, the oldest first, and no others: `Anna: incoming`.
    case recents([String])
    /// As many notifications are there as are listed, and in each stand these words: `Missed call: Anna`.
    case notifications([String])
    /// What the exchange believes of a call.
    case exchange(CallName, ExchangeBelief)
    /// What it rang with, in order, since the beginning.
    case rung([String])
    /// Moments with these words came, in this order.
    case moments([String])
    /// No moment had any of these words.
    case never([String])
    /// How the app runs.
    case app(String)
    /// So many digits, in this order, reached the other side.
    case digits(CallName, String)
}
