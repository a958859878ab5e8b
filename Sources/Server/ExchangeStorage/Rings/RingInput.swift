public import CallModel
public import Redaction
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

/// Who calls, as a push may have to tell it after a crash. No ring session needs it to decide anything.
public struct RingCaller: Hashable, Sendable {
    /// Bytes of each text that are kept; a number has at most 15 digits, a name on a line at most 15 letters.
    public static let textBytesMax = 256

    public let number: Redacted<String>?
    public let name: Redacted<String>?
    /// The number that was called.
    public let dialled: Redacted<String>?

    /// Whose history it is in besides; nil: the caller is no user.
    public let user: UserID?
    /// What the caller calls from, as ring sessions know it; nil: not known.
    public let device: DeviceID?
    /// Whether the carrier can join the caller to another of its callers.
    public let canBeJoined: Bool

    /// A text that is longer than ``textBytesMax`` is left out.
    public init(
        number: Redacted<String>? = nil, name: Redacted<String>? = nil, dialled: Redacted<String>? = nil,
        user: UserID? = nil, device: DeviceID? = nil, canBeJoined: Bool = false
    ) {
        func bounded(_ text: Redacted<String>?) -> Redacted<String>? {
            text.flatMap { $0.revealed.utf8.count <= Self.textBytesMax ? $0 : nil }
        }
        self.user = user
        self.device = device
        self.canBeJoined = canBeJoined
        self.number = bounded(number)
        self.name = bounded(name)
        self.dialled = bounded(dialled)
    }

    /// Who is met in a call out that has changed hands: whom the user called.
    public var reversed: RingCaller { RingCaller(number: dialled, dialled: number) }
}

/// The sender's own name for a piece of news: a webhook's event id. The same news is taken once, however often it comes.
public struct NewsID: Hashable, Sendable {
    /// Bytes; Telnyx' are UUIDs of 36.
    public static let bytesMax = 128

    public let text: String

    /// - Returns: nil when the text is empty or longer than ``bytesMax``.
    public init?(_ text: String) {
        guard (1...Self.bytesMax).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}

extension CarrierNews {
    /// The rung leg it is about; nil where it is about the caller's, or names the leg itself.
    var rungLeg: LegID? {
        switch self {
        case .ringing(let leg), .answered(.leg(let leg)), .confirmed(let leg, _), .bridged(.leg(let leg), _),
            .hungUp(.leg(let leg), _), .held(.leg(let leg), _), .looked(.leg(let leg), _):
            leg
        case .initiated, .answered(.parent), .bridged(.parent, _), .hungUp(.parent, _), .held(.parent, _),
            .looked(.parent, _), .playbackEnded, .recordingSaved, .recordingFailed:
            nil
        }
    }

    /// Whether it is about the caller's leg, or about one that it does not name.
    var isOfParent: Bool {
        switch self {
        case .answered(.parent), .bridged(.parent, _), .hungUp(.parent, _), .held(.parent, _), .looked(.parent, _): true
        case .initiated, .ringing, .answered, .confirmed, .bridged, .hungUp, .held, .looked, .playbackEnded,
            .recordingSaved, .recordingFailed:
            false
        }
    }

    /// The same news of a rung leg instead of the caller's.
    func ofRungLeg(_ leg: LegID) -> CarrierNews {
        switch self {
        case .answered(.parent): .answered(.leg(leg))
        case .bridged(.parent, let mark): .bridged(.leg(leg), mark)
        case .hungUp(.parent, let news): .hungUp(.leg(leg), news)
        case .held(.parent, let isHeld): .held(.leg(leg), isHeld)
        case .looked(.parent, let liveness): .looked(.leg(leg), liveness)
        default: self
        }
    }
}
