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
