public import ExchangeStorage
public import Redaction
public import RingCore

/// A call that came in at Telnyx and is parked there until it is told what to do.
public struct TelnyxIncoming: Hashable, Sendable {
    /// Telnyx's name of the caller's leg.
    public let leg: CarrierLegID
    public let from: Redacted<String>
    /// The number that was called.
    public let to: Redacted<String>
    public let callerName: Redacted<String>?
    /// The webhook's own name.
    public let news: NewsID
}
