public import CallModel

/// How an organization wants its calls handled.
public struct RingPolicy: Hashable, Sendable, Codable {
    /// How long a call rings; at most ``RingLimits/ringTimeMax``.
    public var ringTime: Duration = .seconds(30)
    /// How long a group of devices rings before the next joins in.
    public var stageTime: Duration = .seconds(10)
    /// The ring time of each group, in order; ``stageTime`` applies to groups without an entry. Optional because
    /// sessions stored by earlier versions lack it.
    public var stageTimes: [Duration]?
    /// How a call treats a user who is in another call.
    public var busy: BusyPolicy = .callWaiting
    /// Whether a caller may leave a message when no device answers.
    public var hasVoicemail = true
    /// How long a device may still take a call that went to voicemail.
    public var rescue: RescuePolicy = .untilGreetingEnds
    /// What the caller hears when the winner was lost and no other device can ring.
    public var afterWinnerLost: WinnerLostPolicy = .voicemail
    /// Whether conversations are recorded. Recording also needs a ``RecordingConsent``.
    public var recordsConversations = false
    /// What happens to a ringing leg whose device moves to another organization.
    public var organizationLeft: OrganizationLeftPolicy = .continues

    /// The usual policy.
    public init() {}

    /// The policy without voicemail, which makes no sense for a called stranger.
    var ofCallOut: RingPolicy {
        var policy = self
        policy.hasVoicemail = false
        policy.rescue = .refused
        policy.afterWinnerLost = .apology
        return policy
    }

    /// How long a group rings before the next one joins in.
    func time(ofStage number: UInt8) -> Duration {
        guard let stageTimes, stageTimes.indices.contains(Int(number)) else { return stageTime }
        return stageTimes[Int(number)]
    }
}

/// How a call treats a user who is in another call.
public enum BusyPolicy: String, Hashable, Sendable, Codable {
    /// The devices ring too, and show a waiting call. No call is answered automatically.
    case callWaiting
    /// The devices of that user do not ring.
    case skip
}

/// How long a device may take a call that has gone to voicemail. A call that a device takes leaves no message.
public enum RescuePolicy: String, Hashable, Sendable, Codable {
    /// Not at all: ringing ends when voicemail begins.
    case refused
    /// Until the greeting is over. The devices keep ringing during the greeting.
    case untilGreetingEnds
    /// Until the caller has finished the message. The recorded part is discarded.
    case untilSaved
}

/// What a caller hears when the winner was lost before the conversation began and no other device can ring. The caller
/// never hears silence.
public enum WinnerLostPolicy: String, Hashable, Sendable, Codable {
    /// The caller hears the greeting and may leave a message.
    case voicemail
    /// The caller hears an apology, and the call ends.
    case apology
}

/// What happens to a ringing leg whose device moves to another organization. The leg never joins calls of that other
/// organization.
public enum OrganizationLeftPolicy: String, Hashable, Sendable, Codable {
    /// The leg rings on, with the credential and the rules of the organization that was called.
    case continues
    /// The leg is hung up.
    case withdrawn
}

/// The consent under which a conversation may be recorded.
public enum RecordingConsent: String, Hashable, Sendable, Codable, CaseIterable {
    /// There is no consent: the conversation is not recorded.
    case none
    /// Both parties have agreed, or were told before the call reached the exchange: the conversation is recorded from
    /// its first word.
    case given
    /// An announcement tells both parties, and the recording begins once they have heard it.
    case byAnnouncement
}

/// The bounds of a call, with the reason for each.
public enum RingLimits {
    /// No phone and no carrier rings longer than two minutes by itself, so a longer ring is a mistake.
    public static let ringTimeMax: Duration = .seconds(120)
    /// The carrier ends a dial itself this long after the deadline, in case our own hang-up is lost (judgment).
    public static let dialMargin: Duration = .seconds(2)
    /// How long a device may take from its claim to its answer: about ten round trips on a bad network (judgment).
    public static let claimLease: Duration = .seconds(5)
    /// How long losing legs are kept after a claim, in case the winner is lost before the bridge (judgment).
    public static let loserGrace: Duration = .seconds(1)
    /// How long the carrier may take to confirm a bridge before both legs are looked at (judgment).
    public static let bridgeWait: Duration = .seconds(2)
    /// The wait before a refused bridge is tried again; four tries fit into a second.
    /// Source: transient 422 right after an answer (observed by users of Telnyx).
    public static let bridgeRetryWait: Duration = .milliseconds(200)
    /// How often a bridge is tried before the winner is given up.
    public static let bridgeAttemptsMax: UInt8 = 5
    /// How long a caller may hear silence between answer and bridge before the winner is given up.
    public static let bridgeTimeMax: Duration = .seconds(10)
    /// The pause between two ringback tones, for a tone that does not repeat by itself: the usual cadence.
    public static let ringbackPause: Duration = .seconds(4)
    /// The most ringback tones for one caller: no more fit into the longest ring with its pauses.
    public static let ringbacksMax: UInt8 = 40
    /// How long an expected event of a leg may be late before the carrier is asked.
    public static let silenceMax: Duration = .seconds(5)
    /// How often the two legs of a conversation are looked at, so that a lost hang-up costs a minute at most.
    public static let auditInterval: Duration = .seconds(60)
    /// How many hang-ups are sent before an alarm is raised. After that one follows each ``auditInterval``.
    public static let hangUpAttemptsMax: UInt8 = 5
    /// How often answering the caller is tried before the call is given up.
    public static let answerAttemptsMax: UInt8 = 5
    /// The most devices of one call: a group of 20 users with three devices each, and some spare.
    public static let devicesMax = 64
    /// The most legs of one device in one round, since each leg costs a dial.
    public static let legsPerDeviceMax: UInt8 = 3
    /// The most rounds of one device in one call.
    public static let roundsMax: RingRound = 100
    /// The shortest ring that is worth a dial: in less time no person can reach the device.
    public static let ringTimeMin: Duration = .seconds(3)
    /// How often one leg is dialed when the carrier is too busy.
    public static let dialAttemptsMax: UInt8 = 10
    /// How often a command is repeated when the carrier could not take it for the moment. A dial is repeated as long as
    /// it may ring.
    public static let repetitionsMax: UInt8 = 3
    /// The longest wait for a busy carrier while a party hears silence: the carrier counts its limit over five seconds.
    public static let repetitionWaitMax: Duration = .seconds(5)
    /// The longest greeting. A longer one is a mistake.
    public static let greetingTimeMax: Duration = .seconds(60)
    /// The longest message.
    public static let messageTimeMax: Duration = .seconds(180)
    /// The shortest message. A shorter recording holds no speech.
    public static let messageTimeMin: Duration = .seconds(1)
    /// How long the carrier may take to deliver a recording.
    public static let savingTimeMax: Duration = .seconds(120)
    /// The longest apology.
    public static let apologyTimeMax: Duration = .seconds(15)
    /// The longest call; a longer one was forgotten. Source: Telnyx's limit of 14,400 s (documented).
    public static let callTimeMax: Duration = .seconds(14_400)
    /// How long a caller may be parked, or on hold while the winner consults a third party (judgment).
    public static let waitTimeMax: Duration = .seconds(300)
    /// How often hold music is begun for a waiting caller: more often than fits into ``waitTimeMax``.
    public static let holdsMax: UInt8 = 200
    /// The most orders about one recording: the command id has 8 bits for them, and no party holds a hundred times in
    /// one call.
    public static let recordingTurnsMax: UInt8 = 200
    /// How often a caller may be parked or a device brought in: each costs an epoch or two, and a command id has 16
    /// bits for epochs.
    public static let movesMax: UInt32 = 1_000
    /// How often the claim of one session may be vacated. The caller would have given up long before.
    public static let epochMax: UInt32 = 16
}
