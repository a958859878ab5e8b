/// The limits of all decisions of the phone. They do not change during a process and take no part in comparing phones.
public struct PhoneLimits: Sendable {
    /// The maximum number of calls that ring, are dialed, are active or are held at the same time. With 1, a second
    /// call is refused as busy. CallKit's own limit must not be smaller. Source: C27 (documented: 2
    /// groups by default).
    public var callsMax = 2
    /// How long a call rings here before it counts as missed, if nothing says until when the exchange rings: a vendor's
    /// push, whose caller may have left, or an INVITE alone. The default is that of the exchange.
    public var ringDuration: Duration = .seconds(30)
    /// How long a call rings here at most if its push or the channel says until when the exchange rings. It must stay
    /// below the system's own limit of 60 s, after which an end looks like a decline. Source: C32 (observed).
    public var ringDurationMax: Duration = .seconds(55)
    /// How long an answered call may wait for media. It is below the system's 60 s for an answer action.
    /// Source: C43 (reverse-engineered).
    public var answerWait: Duration = .seconds(25)
    /// How much of the system's time remains when the phone gives up an action, if the system states its time.
    public var actionMargin: Duration = .seconds(1)
    /// How long a connected exchange may take to send the INVITE of a call that it announced by push.
    public var inviteWait: Duration = .seconds(8)
    /// How long the exchange may take to say why a carrier ended the leg of a ringing call.
    public var reasonWait: Duration = .seconds(1)
    /// How long a dialed call may wait for the system's consent and its connection together.
    public var dialWait: Duration = .seconds(15)
    /// How long a report may take before the call is ended anyway. Source: pitfall 6 (Signal retries after 1 s).
    public var reportWait: Duration = .seconds(5)
    /// How long after connecting an unmute counts as the system's own. Source: C48 (observed).
    public var unmuteGuard: Duration = .seconds(1)
    /// How long the phone tries to tell the exchange how the person ended a call. By its default the exchange rings for
    /// 30 s. One that rings for longer than this may miss a decline that the phone could not send meanwhile.
    public var terminationDuration: Duration = .seconds(60)
    /// How long a connection stays open to take over the session of the previous process, so that the calls left there
    /// are ended. It is longer than a client waits to hear of a call (`ClientSettings`).
    public var takeUpDuration: Duration = .seconds(8)
    /// How long the system may take to activate audio after a resume; then audio starts without it. Source: C63.
    public var activationWait: Duration = .seconds(1)
    /// How long to wait for the outcome of a call that rang in the previous process, from the exchange or by its next
    /// push, before the person is told that it was missed.
    public var outcomeWait: Duration = .seconds(5)
    /// The maximum age of a push without a deadline; an older one announces a call that no longer rings. The limit is
    /// generous because both clocks may be wrong. A stale push within the limit is detected when no INVITE comes.
    /// Source: C15.
    public var pushAgeMax: Duration = .seconds(120)

    /// On which devices a ringing call is declined if the person ends it by the system's controls, which have a single
    /// button.
    public var systemDecline = DeclineScope.here

    /// The maximum number of ended calls that are remembered, so that a late push of one is recognized.
    public static let pastCallsMax = 16
    /// The maximum number of answer actions that wait for one call. The system sends one, a double tap two.
    public static let answerActionsMax = 4
    /// The maximum length of a dialed number in bytes. ITU-T E.164 has 15 digits; prefixes and extensions add to them.
    public static let dialLengthMax = 32
    /// The maximum length of any dialed text in bytes: longer than SIP addresses in use, and within the limit of
    /// signaling.
    public static let destinationLengthMax = 256
    /// The maximum number of digits in one DTMF action.
    public static let digitsMax = 64

    /// Creates the default limits.
    public init() {}
}
