/// Which answer gets a call. There is one right rule; the other is planted by tests, to show that they would notice.
package enum ClaimRule: Hashable, Sendable {
    /// The first answer that is handled; never another.
    case firstAnswerWins
    /// Wrong on purpose: an answer that comes too late takes the call over.
    case everyAnswerWins

    /// Whether a leg in that state may claim a call in that state: compare, then set.
    func allows(_ leg: LegState, in call: CallState) -> Bool {
        switch (call, leg) {
        case (.ringing, .ringing): true
        case (.active, .over): self == .everyAnswerWins
        case (.ringing, .planned), (.ringing, .answered), (.ringing, .over), (.active, .planned), (.active, .ringing),
            (.active, .answered), (.ended, .planned), (.ended, .ringing), (.ended, .answered), (.ended, .over):
            false
        }
    }
}
