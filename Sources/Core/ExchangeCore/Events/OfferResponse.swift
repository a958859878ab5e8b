public import Redaction

/// What a device said to a description the exchange asked it to answer.
public enum OfferResponse: Hashable, Sendable {
    /// Its own description.
    case answered(Redacted<String>)
    /// It cannot or will not change.
    case refused
}
