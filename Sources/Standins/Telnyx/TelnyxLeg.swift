internal import WireJSON

/// One leg of a call.
struct TelnyxLeg: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// Not answered: an incoming one waits for a command, an outgoing one rings.
        case waiting, answered, bridged, over
    }

    /// What is being recorded.
    struct Recording: Hashable, Sendable {
        /// `single` or `dual`.
        var channels: String
        /// `wav` or `mp3`.
        var format: String
        var since: Duration
        /// Since when it stands still.
        var pausedAt: Duration?
        /// How long it stood still before.
        var pausedTime: Duration = .zero
        /// What was recorded, once it has ended: 16 bits at 8 kHz, two channels taking turns.
        var samples: [Int16] = []
    }

    var id: String
    var legID: String
    var sessionID: String
    var isIncoming: Bool
    var from: String
    /// The name that goes with `from`.
    var fromName: String?
    var to: String
    /// Other than the Call Control application's: that of the credential a phone called with.
    var connection: String?
    var clientState: String?
    var headers: [JSONValue] = []
    var state = State.waiting
    var startedAt: Duration
    var answeredAt: Duration?
    var endedAt: Duration?
    /// The other leg of a bridge.
    var partner: String?
    /// The leg it belongs to, by `link_to` or `transfer`.
    var parent: String?
    /// The leg whose conversation it joins when it is answered.
    var supervised: String?
    /// `barge`: heard by both; `whisper`: by the supervised side only; `monitor`: by none.
    var supervisorRole: String?
    /// Legs that joined this one's conversation.
    var supervisors: [String] = []
    var bridgesOnAnswer = false
    var preventsDoubleBridge = false
    var parksAfterUnbridge = false
    var retriesOnTimeout = true
    var hangsUpAfter: Duration?
    var hadCommand = false
    var webhookURL: String?
    var isPlaying = false
    var isSpeaking = false
    var media: String?
    /// How often it is played; nil: until it is stopped.
    var playTimes: Int?
    /// What is to be recorded from its answer on.
    var recordsFromAnswer: Recording?
    /// Digits that are awaited.
    var gather: TelnyxGather?
    /// The calls at the edge by which it rings phones.
    var rings: [String] = []
    /// The call at the edge that it is, if a phone is at its far side.
    var call: String?
    /// Whether something else than a phone answers at its address.
    var hasFarEnd = false
    /// Whether it has sound before it is answered.
    var hasEarlySound = false
    /// Nothing is told of it: no command made it.
    var isSilent = false
    /// The digits its far side was sent.
    var heardDigits = ""
    /// What is being recorded of it, while it is.
    var recording: Recording?

    var isAlive: Bool { state != .over }

    init(
        id: String, legID: String, sessionID: String, isIncoming: Bool, from: String, to: String, startedAt: Duration
    ) {
        self.id = id
        self.legID = legID
        self.sessionID = sessionID
        self.isIncoming = isIncoming
        self.from = from
        self.to = to
        self.startedAt = startedAt
    }
}
