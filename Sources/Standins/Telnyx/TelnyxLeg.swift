internal import WireJSON

/// One leg of a call.
struct TelnyxLeg: Hashable, Sendable {
    enum State: String, Hashable, Sendable {
        /// Not answered: an incoming leg waits for a command, an outgoing one rings.
        case waiting, answered, bridged, over
    }

    /// A recording of the leg.
    struct Recording: Hashable, Sendable {
        /// `single` or `dual`.
        var channels: String
        /// `wav` or `mp3`.
        var format: String
        var since: Duration
        /// The start of the present pause; nil if it is not paused.
        var pausedAt: Duration?
        /// The duration of earlier pauses.
        var pausedTime: Duration = .zero
        /// The samples after the end: 16 bits at 8 kHz, with two channels interleaved.
        var samples: [Int16] = []
    }

    var id: String
    var legID: String
    var sessionID: String
    var isIncoming: Bool
    var from: String
    /// The caller's name.
    var fromName: String?
    var to: String
    /// The connection of the credential of a calling phone; nil for the Call Control application.
    var connection: String?
    var clientState: String?
    var headers: [JSONValue] = []
    var state = State.waiting
    var startedAt: Duration
    var answeredAt: Duration?
    var endedAt: Duration?
    /// The other leg of a bridge.
    var partner: String?
    /// The leg to which it belongs by `link_to` or `transfer`.
    var parent: String?
    /// The leg whose conversation it joins after its answer.
    var supervised: String?
    /// `barge`: heard by both; `whisper`: by the supervised side only; `monitor`: by none.
    var supervisorRole: String?
    /// The legs that joined this one's conversation.
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
    /// How often the media is played; nil until it is stopped.
    var playTimes: Int?
    /// The recording that begins with its answer.
    var recordsFromAnswer: Recording?
    /// The running gather.
    var gather: TelnyxGather?
    /// The calls at the edge with which it rings phones.
    var rings: [String] = []
    /// The call at the edge, if a phone is at its far side.
    var call: String?
    /// Whether its address has a configured far end.
    var hasFarEnd = false
    /// Whether it has audio before the answer.
    var hasEarlySound = false
    /// Whether it has no webhooks, because no command created it.
    var isSilent = false
    /// The digits sent to its far side.
    var heardDigits = ""
    /// The running recording.
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

/// The behavior of an address that is called.
public struct TelnyxFarEnd: Hashable, Sendable {
    /// The time from the dial to the answer; nil for no answer.
    public var answersAfter: Duration?
    /// The time from the dial to the refusal; nil for none.
    public var declinesAfter: Duration?
    /// The time from the answer to the far side's hang-up; nil for none.
    public var hangsUpAfter: Duration?
    /// The cause of a refusal: `call_rejected`, `user_busy` or `not_found`.
    public var cause: String
    /// Its audio after the answer; nil for `NarrowbandAudio.usual`.
    public var voice: NarrowbandAudio?
    /// Whether the caller gets ringback as early media, and not only a message.
    public var soundsEarly: Bool

    public init(
        answersAfter: Duration? = nil, declinesAfter: Duration? = nil, hangsUpAfter: Duration? = nil,
        cause: String = "user_busy", voice: NarrowbandAudio? = nil, soundsEarly: Bool = false
    ) {
        self.voice = voice
        self.soundsEarly = soundsEarly
        self.answersAfter = answersAfter
        self.declinesAfter = declinesAfter
        self.hangsUpAfter = hangsUpAfter
        self.cause = cause
    }
}
