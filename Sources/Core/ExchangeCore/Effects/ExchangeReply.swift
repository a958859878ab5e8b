public import CallModel
public import Redaction

/// What the exchange replies to a request. Each request gets exactly one.
public enum ExchangeReply: Hashable, Sendable {
    /// The call exists; everything else about it follows as messages, failure included.
    case callCreated(CallName)
    /// The device has the call.
    case answered(CallID)
    /// The device has taken up the call again.
    case attached(CallID)
    /// The call is over.
    case ended(CallID, HangUpCause)
    /// The device's own hold, as it stands now.
    case holdChanged(CallID, HoldChange, isHeld: Bool)
    /// Passed on: digits.
    case sent(CallID)
    /// The other side's answer to the new description.
    case mediaUpdated(CallID, Redacted<String>)
    /// Taken note of: candidates, ringing.
    case noted(CallID)
    /// Not done, and nothing changed.
    case refused(ExchangeRefusal)
}
