/// What an organization wants done with its calls.
public struct RingPolicy: Hashable, Sendable, Codable {
    /// How long a call rings; at most ``RingLimits/ringTimeMax``.
    public var ringTime: Duration = .seconds(30)
    /// How long a group of devices rings before the next joins in.
    public var stageTime: Duration = .seconds(10)
    /// What a call to somebody who is in another call does.
    public var busy: BusyPolicy = .callWaiting
    /// Whether a caller whom nobody answers may leave a message.
    public var hasVoicemail = true
    /// How long a device may still take a call that went to voicemail.
    public var rescue: RescuePolicy = .untilGreetingEnds
    /// What a caller hears whose winner was lost with nobody left to ring.
    public var afterWinnerLost: WinnerLostPolicy = .voicemail
    /// Whether conversations are recorded; they are only with consent.
    public var recordsConversations = false
    /// What becomes of a ringing leg whose device moves to another organization.
    public var organizationLeft: OrganizationLeftPolicy = .continues

    /// The usual policy.
    public init() {}
}
