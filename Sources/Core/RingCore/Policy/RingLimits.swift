public import CallModel

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
