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
        case open(InboundCall, RingCaller = RingCaller())
        /// Something happened to a session.
        case event(RingEvent, Address)
        /// A leg is there that does not say whose it is. Whoever knows no session of it may ask the carrier.
        case stranger(CarrierLegID)
    }

    public let content: Content
    /// What makes a repetition known as one.
    public let news: NewsID?
    /// The carrier's name of the leg that the news is about. A session that has not heard it yet of a rung leg,
    /// because the reply to the dial and the first news of the leg were lost, hears it first. News of a caller's leg
    /// may be of one that is no longer the parent of its session: by its name it is known.
    public let legName: CarrierLegID?

    /// Where the carrier has the recording that the news is about.
    public let source: RecordingSource?

    /// The leg it is about, where that is all that says whose it is.
    public var unmarkedLeg: CarrierLegID? {
        switch content {
        case .stranger(let leg), .event(_, .leg(let leg)): leg
        case .open, .event(_, .session): nil
        }
    }

    public init(
        _ content: Content, news: NewsID? = nil, legName: CarrierLegID? = nil, source: RecordingSource? = nil
    ) {
        self.content = content
        self.news = news
        self.legName = legName
        self.source = source
    }
}
