/// Where a session stands. Each case holds what exists then and only then.
public enum RingPhase: Hashable, Sendable, Codable {
    /// Devices ring, at most until the deadline.
    /// Leaves to: `claimed` (answer, claim), `voicemail` (nobody left), `ended` (caller gone, nobody left).
    case ringing
    /// One leg has the call; caller and leg are being joined.
    /// Leaves to: `active` (bridged), `ringing`, `voicemail`, `apology`, `parked` (winner lost), `ended` (caller gone).
    case claimed(Claim)
    /// They talk, at most ``RingLimits/callTimeMax``; or the winner consults somebody, and the caller waits.
    /// Leaves to: `claimed` (handed over, taken back), `parked`, `ended`.
    case active(Conversation)
    /// The caller waits to be taken up.
    /// Leaves to: `claimed` (taken up), `apology` (by nobody), `ended` (caller gone).
    case parked(Parking)
    /// The caller hears a greeting or speaks.
    /// Leaves to: `claimed` (rescue), `ended`.
    case voicemail(Voicemail)
    /// The caller hears that it went wrong, at most until then.
    /// Leaves to: `ended`.
    case apology(until: Duration)
    /// Over. Legs may still have to go.
    case ended(RingOutcome)
}
