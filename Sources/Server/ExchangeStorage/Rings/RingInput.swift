public import CallModel
public import Redaction
public import RingCore

/// An input for a ring session.
public struct RingInput: Hashable, Sendable {
    /// The address of an event.
    public enum Address: Hashable, Sendable {
        case session(CallSessionID)
        /// Any leg of the session, the caller's included.
        case leg(CarrierLegID)
    }

    /// The content of an input.
    public enum Content: Hashable, Sendable {
        /// A call has come in. Another one with the same caller's leg changes nothing.
        case open(InboundCall, RingCaller = RingCaller())
        /// An event for a session.
        case event(RingEvent, Address)
        /// A leg that does not say which session it belongs to. If no session knows it, the carrier may be asked.
        case unknownLeg(CarrierLegID)
    }

    /// The content, which the session that it is for handles.
    public let content: Content
    /// The id by which a repetition is recognized.
    public let eventID: CarrierEventID?
    /// The carrier's id of the leg that the event is about. If the session does not know it, because the reply to the
    /// dial and the first event of the leg were lost, it learns the id first. One of a caller's leg may concern a leg
    /// that is no longer the parent; its id shows that.
    public let legName: CarrierLegID?

    /// Where the carrier has the recording that the event is about.
    public let source: RecordingSource?

    /// The leg of the input, where no other data names the session.
    public var unmarkedLeg: CarrierLegID? {
        switch content {
        case .unknownLeg(let leg), .event(_, .leg(let leg)): leg
        case .open, .event(_, .session): nil
        }
    }

    public init(
        _ content: Content, eventID: CarrierEventID? = nil, legName: CarrierLegID? = nil, source: RecordingSource? = nil
    ) {
        self.content = content
        self.eventID = eventID
        self.legName = legName
        self.source = source
    }
}

/// The caller, as a push may need it after a crash. No ring session needs it for a decision.
public struct RingCaller: Hashable, Sendable {
    /// The most bytes of each text. A number has at most 15 digits, a name on a line at most 15 letters.
    public static let textBytesMax = 256

    /// The caller's number; nil: withheld or unknown.
    public let number: Redacted<String>?
    /// The name that the carrier or the caller's device gives; nil: none.
    public let name: Redacted<String>?
    /// The number that was called.
    public let dialed: Redacted<String>?

    /// The calling user, whose history contains the call too; nil: the caller is no user.
    public let user: UserID?
    /// The caller's device, as ring sessions know it; nil: unknown.
    public let device: DeviceID?
    /// Whether the carrier can join the caller to another of its callers.
    public let canBeJoined: Bool

    /// A text longer than ``textBytesMax`` is left out.
    public init(
        number: Redacted<String>? = nil, name: Redacted<String>? = nil, dialed: Redacted<String>? = nil,
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
        self.dialed = bounded(dialed)
    }

    /// The other party in a call out that has changed hands: the callee.
    public var reversed: RingCaller { RingCaller(number: dialed, dialed: number) }
}

/// The sender's id of an event, such as a webhook's. An event that comes again under its id is handled once.
public struct CarrierEventID: Hashable, Sendable {
    /// The most bytes; Telnyx's are UUIDs of 36.
    public static let bytesMax = 128

    /// The id as the sender wrote it.
    public let text: String

    /// - Returns: nil when the text is empty or longer than ``bytesMax``.
    public init?(_ text: String) {
        guard (1...Self.bytesMax).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}

extension CarrierEvent {
    /// The device's leg that it is about; nil where it is about the caller's leg, or names the leg itself.
    package var rungLeg: LegID? {
        switch self {
        case .ringing(let leg), .answered(.leg(let leg)), .confirmed(let leg, _), .bridged(.leg(let leg), _),
            .hungUp(.leg(let leg), _), .held(.leg(let leg), _), .looked(.leg(let leg), _):
            leg
        case .initiated, .answered(.parent), .bridged(.parent, _), .hungUp(.parent, _), .held(.parent, _),
            .looked(.parent, _), .playbackEnded, .recordingSaved, .recordingFailed:
            nil
        }
    }

    /// Whether it is about the caller's leg, or about an unnamed leg.
    var isOfParent: Bool {
        switch self {
        case .answered(.parent), .bridged(.parent, _), .hungUp(.parent, _), .held(.parent, _), .looked(.parent, _): true
        case .initiated, .ringing, .answered, .confirmed, .bridged, .hungUp, .held, .looked, .playbackEnded,
            .recordingSaved, .recordingFailed:
            false
        }
    }

    /// The same event for a device's leg instead of the caller's.
    func ofRungLeg(_ leg: LegID) -> CarrierEvent {
        switch self {
        case .answered(.parent): .answered(.leg(leg))
        case .bridged(.parent, let mark): .bridged(.leg(leg), mark)
        case .hungUp(.parent, let reason): .hungUp(.leg(leg), reason)
        case .held(.parent, let isHeld): .held(.leg(leg), isHeld)
        case .looked(.parent, let liveness): .looked(.leg(leg), liveness)
        default: self
        }
    }
}

extension RingEvent {
    /// The leg whose id becomes known by the event.
    var legNamed: CarrierLegID? {
        switch self {
        case .carrier(.initiated(_, let leg)), .result(_, .accepted(let leg?)): leg
        case .carrier, .result, .device, .arrived, .membership, .glare, .request, .due, .reconcile: nil
        }
    }

    /// The event that must come before this one of a leg whose id is unknown to the session.
    func adoption(as name: CarrierLegID, in session: RingSession) -> RingEvent? {
        guard case .carrier(let carrierEvent) = self, let leg = carrierEvent.rungLeg,
            let known = session.legs.first(where: { $0.id == leg }), known.carrierID == nil
        else { return nil }
        return .carrier(.initiated(leg, as: name))
    }

    /// The event for the right leg of a session. Some events name the leg only by the carrier's id. The mark of some
    /// events says "caller", although the caller has another leg by now. In both cases the session looks the leg up by
    /// the carrier's id.
    ///
    /// - Parameter marked: the leg's id beside the mark; nil: the input has none.
    /// - Returns: nil when the session has no leg of that id, so that the event is not about its caller.
    func directed(
        at address: RingInput.Address, named marked: CarrierLegID? = nil, in session: RingSession
    ) -> RingEvent? {
        guard case .carrier(let carrierEvent) = self else { return self }
        let unmarked: CarrierLegID? = if case .leg(let name) = address { name } else { nil }
        guard let name = unmarked ?? (carrierEvent.isOfParent ? marked : nil), name != session.parent.carrierID else {
            return self
        }
        guard let leg = session.legs.first(where: { $0.carrierID == name }) else {
            return unmarked != nil && carrierEvent.isOfParent ? nil : self
        }
        return .carrier(carrierEvent.ofRungLeg(leg.id))
    }
}
