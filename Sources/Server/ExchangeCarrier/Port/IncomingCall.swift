public import CallModel
public import ExchangeStorage
public import Redaction
public import RingCore

/// A call that came in at a carrier, and waits there until it is told what to do.
public struct IncomingCall: Hashable, Sendable {
    /// The carrier's name of the caller's leg.
    public let leg: CarrierLegID
    /// The caller's number, or the address of the device that calls.
    public var from: Redacted<String>
    /// The number that was called.
    public var to: Redacted<String>
    public var callerName: Redacted<String>?
    /// Who calls; nil: nobody the exchange knows.
    public var caller: UserID?
    /// What they call from, as ring sessions know it.
    public var device: DeviceID?
    /// Of a call out: which number the caller's app wants to be shown.
    public let askedCallerID: Redacted<String>?
    /// Whether the caller's own carrier has vouched for ``from``: else anybody may write anything there.
    public let isNumberVouchedFor: Bool
    /// Whether the carrier can join the caller to another of its callers.
    public let canBeJoined: Bool
    /// The name of the news of it; nil where it comes once.
    public let news: NewsID?

    public init(
        _ leg: CarrierLegID, from: Redacted<String>, to: Redacted<String>, callerName: Redacted<String>? = nil,
        caller: UserID? = nil, device: DeviceID? = nil, askedCallerID: Redacted<String>? = nil,
        isNumberVouchedFor: Bool = false, canBeJoined: Bool = false, news: NewsID? = nil
    ) {
        self.leg = leg
        self.from = from
        self.to = to
        self.callerName = callerName
        self.caller = caller
        self.device = device
        self.askedCallerID = askedCallerID
        self.isNumberVouchedFor = isNumberVouchedFor
        self.canBeJoined = canBeJoined
        self.news = news
    }
}
