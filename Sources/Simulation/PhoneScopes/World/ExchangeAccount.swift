import PhoneCore

/// What the exchange keeps of a person who is signed in, and what it was asked and has not answered.
struct ExchangeAccount: Hashable, Sendable {
    /// Whether it has the phone's push token, so that it can announce calls.
    var hasToken = true
    var tokenAsked: TokenLedger.Message?
    var isSessionAsked = false

    /// No process waits for its answers any more.
    mutating func processEnded() {
        tokenAsked = nil
        isSessionAsked = false
    }
}
