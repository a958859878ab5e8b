/// Every figure the phone decides by. Immutable while the process lives, and no part of a phone's identity.
public struct PhoneLimits: Sendable {
    /// The most calls that are rung, dialled, active and held together. With 1, a second call is refused as busy.
    /// CallKit's own limit must not be smaller. Source: apple-contract C27 (documented: 2 groups by default).
    public var callsMax = 2
    /// How long a call rings before it counts as missed: well below the system's own limit of 60 s, after which an end
    /// could not be told from a decline. Source: C32 (observed).
    public var ringDuration: Duration = .seconds(30)
    /// How long an answer may wait for media: below the system's 60 s for an answer action. Source: C43 (assumed).
    public var answerWait: Duration = .seconds(25)
    /// What is left of the system's own time when an action is given up, where it says how much that is.
    public var actionMargin: Duration = .seconds(1)
    /// How long a connected exchange may take to send the INVITE of a call it pushed.
    public var inviteWait: Duration = .seconds(8)
    /// How long the exchange may take to say why a carrier ended the leg of a call that rings.
    public var reasonWait: Duration = .seconds(1)
    /// How long a dialled call may wait for the system's consent and for its connection together.
    public var dialWait: Duration = .seconds(15)
    /// How long a report may take before its call is ended all the same. Source: pitfall 6 (Signal retries after 1 s).
    public var reportWait: Duration = .seconds(5)
    /// How long after connecting an unmute is taken for the system's. Source: C48 (observed).
    public var unmuteGuard: Duration = .seconds(1)
    /// How long a decline is worth telling: the exchange rings no longer than this.
    public var farewellDuration: Duration = .seconds(60)
    /// How long a connection stands that takes up the session of a process before, so that what that left is ended there: more
    /// than a client waits to hear of a call (``ClientSettings``).
    public var takeUpDuration: Duration = .seconds(8)
    /// How long the system may take to activate audio after a resume before audio starts without. Source: C63.
    public var activationWait: Duration = .seconds(1)
    /// How long it may take to learn what became of a call that rang when the process before ended, from the exchange or
    /// by its next push, before the person is told that it was missed.
    public var outcomeWait: Duration = .seconds(5)
    /// A push older than this, and without a deadline of its own, announces a call that no longer rings. Generous,
    /// because both calendars may be wrong; what is stale within it is found out by the exchange sending no INVITE.
    /// Source: C15.
    public var pushAgeMax: Duration = .seconds(120)

    /// On which devices a call is declined that the person ends by the system's own controls while it rings, where there
    /// is one button for both.
    public var systemDecline = DeclineScope.here

    /// The most calls remembered that are over, so that a late push of one is recognised.
    public static let pastCallsMax = 16
    /// The most answer actions that can wait for one call: the system sends one, a double tap two.
    public static let answerActionsMax = 4
    /// The most bytes of a number that can be dialled: ITU-T E.164 has 15 digits; prefixes and extensions add to them.
    public static let dialLengthMax = 32
    /// The most bytes of whatever can be dialled: longer than any address of SIP in use, and no longer than the signalling
    /// takes.
    public static let destinationLengthMax = 256
    /// The most digits in one DTMF action.
    public static let digitsMax = 64

    /// The house's figures.
    public init() {}
}
