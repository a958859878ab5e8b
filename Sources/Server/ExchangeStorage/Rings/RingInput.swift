public import CallModel
public import RingCore

/// Something for a ring session, as it goes into the store.
public struct RingInput: Hashable, Sendable {
    /// Which session it is for.
    public enum Address: Hashable, Sendable {
        case session(CallSessionID)
        /// Known by a leg of it, the caller's included.
        case leg(CarrierLegID)
    }

    /// What it is.
    public enum Content: Hashable, Sendable {
        /// A call has come in. A second one of the same caller's leg changes nothing.
        case open(InboundCall)
        /// Something happened to a session.
        case event(RingEvent, Address)
    }

    public let content: Content
    /// What makes a repetition known as one.
    public let news: NewsID?

    public init(_ content: Content, news: NewsID? = nil) {
        self.content = content
        self.news = news
    }
}
