public import CallModel

/// What an organization wants done with its calls.
public struct RingPolicy: Hashable, Sendable, Codable {
    /// How long a call rings; at most ``RingLimits/ringTimeMax``.
    public var ringTime: Duration = .seconds(30)
    /// How long a group of devices rings before the next joins in.
    public var stageTime: Duration = .seconds(10)
    /// The same of each group by itself, the first first; nil, or none for a group: ``stageTime``. Optional, so that what
    /// was stored before can be read.
    public var stageTimes: [Duration]?
    /// What a call to somebody who is in another call does.
    public var busy: BusyPolicy = .callWaiting
    /// Whether a caller whom nobody answers may leave a message.
    public var hasVoicemail = true
    /// How long a device may still take a call that went to voicemail.
    public var rescue: RescuePolicy = .untilGreetingEnds
    /// What a caller hears whose winner was lost with nobody left to ring.
    public var afterWinnerLost: WinnerLostPolicy = .voicemail
    /// Whether conversations are recorded; they are only with a ``RecordingConsent``.
    public var recordsConversations = false
    /// What becomes of a ringing leg whose device moves to another organization.
    public var organizationLeft: OrganizationLeftPolicy = .continues

    /// The usual policy.
    public init() {}

    /// The same without what makes no sense where a stranger is called: they are asked for no message.
    var ofCallOut: RingPolicy {
        var policy = self
        policy.hasVoicemail = false
        policy.rescue = .refused
        policy.afterWinnerLost = .apology
        return policy
    }

    /// How long a group rings before the next joins in.
    func time(ofStage number: UInt8) -> Duration {
        guard let stageTimes, stageTimes.indices.contains(Int(number)) else { return stageTime }
        return stageTimes[Int(number)]
    }
}

/// What a call to somebody who is in another call does.
public enum BusyPolicy: String, Hashable, Sendable, Codable {
    /// It rings too; the devices show a waiting call. Nothing is ever answered by itself.
    case callWaiting
    /// The devices of that person are left alone.
    case skip
}

/// How long a device may take a call that has gone to voicemail. Never both: a call that is taken leaves no message.
public enum RescuePolicy: String, Hashable, Sendable, Codable {
    /// Not at all: voicemail is the end of ringing.
    case refused
    /// Until the greeting is over; the devices ring on under it.
    case untilGreetingEnds
    /// Until the caller has said all; the message so far is thrown away.
    case untilSaved
}

/// What a caller hears whose winner was lost before a word was said, with nobody left to ring. Never silence.
public enum WinnerLostPolicy: String, Hashable, Sendable, Codable {
    /// The greeting, and may leave a message.
    case voicemail
    /// An apology, and the end.
    case apology
}

/// What becomes of a ringing leg whose device moves to another organization. It is never joined to that one's calls.
public enum OrganizationLeftPolicy: String, Hashable, Sendable, Codable {
    /// It rings on, with the credential and the rules of the organization that was called.
    case continues
    /// It is hung up.
    case withdrawn
}

/// What allows that a conversation is recorded.
public enum RecordingConsent: String, Hashable, Sendable, Codable, CaseIterable {
    /// Nothing: it is not recorded.
    case none
    /// Whoever talks has agreed, or was told before the call came to the exchange: it is recorded from its first word.
    case given
    /// Whoever talks is told by an announcement, and recorded once they have heard it.
    case byAnnouncement
}

/// How much and how long, with the reason of each.
public enum RingLimits {
    /// A ring longer than two minutes is a mistake: no phone and no carrier rings that long by itself.
    public static let ringTimeMax: Duration = .seconds(120)
    /// The carrier ends a dial itself this long after the deadline, should our own word be lost.
    /// Source: ruling on one deadline (judgement).
    public static let dialMargin: Duration = .seconds(2)
    /// How long a device may take from asking to answering: about ten round trips on a bad network (judgement).
    public static let claimLease: Duration = .seconds(5)
    /// How long losers are kept after a claim, in case the winner is lost before the bridge (judgement).
    public static let loserGrace: Duration = .seconds(1)
    /// How long a bridge may take to be confirmed before both legs are looked at (judgement).
    public static let bridgeWait: Duration = .seconds(2)
    /// The wait before a refused bridge is tried again; four tries fit into a second.
    /// Source: transient 422 right after an answer (observed by users of Telnyx).
    public static let bridgeRetryWait: Duration = .milliseconds(200)
    /// Tries of one bridge before the winner is given up.
    public static let bridgeAttemptsMax: UInt8 = 5
    /// How long a caller may hear nothing between answer and bridge, before the winner is given up.
    public static let bridgeTimeMax: Duration = .seconds(10)
    /// The pause between two tones of ringing, where the tone is none that goes on by itself: a caller's usual one.
    public static let ringbackPause: Duration = .seconds(4)
    /// Tones begun for one caller: more do not fit into the longest ring with its pauses.
    public static let ringbacksMax: UInt8 = 40
    /// How long a leg may be silent after it should have spoken, before the carrier is asked.
    public static let silenceMax: Duration = .seconds(5)
    /// How often the two legs of a conversation are looked at, so that a lost hang-up costs a minute at most.
    public static let auditInterval: Duration = .seconds(60)
    /// Hang-ups told before somebody is alarmed; then one each ``auditInterval``.
    public static let hangUpAttemptsMax: UInt8 = 5
    /// Tries to answer the caller before the call is given up.
    public static let answerAttemptsMax: UInt8 = 5
    /// The most devices of one call: a group of 20 with three each, and some.
    public static let devicesMax = 64
    /// The most legs of one device in one round: each costs a dial.
    public static let legsPerDeviceMax: UInt8 = 3
    /// The most rounds of one device in one call: how often the call may be brought to it.
    public static let roundsMax: RingRound = 100
    /// Less time than this is not worth a dial: the device would stop before a hand is at it.
    public static let ringTimeMin: Duration = .seconds(3)
    /// Dials of one leg where the carrier was too busy.
    public static let dialAttemptsMax: UInt8 = 10
    /// How often a command is said again that the carrier did not take for the moment; a dial as long as it may ring.
    public static let repetitionsMax: UInt8 = 3
    /// The longest wait for a carrier that is too busy, while a caller or callee listens to nothing: its account is
    /// counted over five seconds.
    public static let repetitionWaitMax: Duration = .seconds(5)
    /// A greeting longer than a minute is a mistake.
    public static let greetingTimeMax: Duration = .seconds(60)
    /// How long a message may be.
    public static let messageTimeMax: Duration = .seconds(180)
    /// Shorter than this, nothing was said.
    public static let messageTimeMin: Duration = .seconds(1)
    /// How long the carrier may take to hand over a recording.
    public static let savingTimeMax: Duration = .seconds(120)
    /// How long an apology may be.
    public static let apologyTimeMax: Duration = .seconds(15)
    /// A call longer than this was forgotten. Source: Telnyx's limit of 14,400 s (documented).
    public static let callTimeMax: Duration = .seconds(14_400)
    /// How long a caller may be parked, or kept while the winner consults somebody (judgement).
    public static let waitTimeMax: Duration = .seconds(300)
    /// Times a caller who is kept is played to, before it is no longer tried: more than fit into ``waitTimeMax``.
    public static let holdsMax: UInt8 = 200
    /// Orders about one recording: its name has 8 bits for them, and nobody holds a hundred times in one call.
    public static let recordingTurnsMax: UInt8 = 200
    /// How often a caller may be parked or somebody brought in: each costs an epoch or two, of which a name has 16 bits.
    public static let movesMax: UInt32 = 1_000
    /// How often the claim of one session may be vacated; the caller would have given up long before.
    public static let epochMax: UInt32 = 16
}
