/// What a stand-in for Telnyx Call Control knows of the account.
public struct TelnyxConfiguration: Hashable, Sendable {
    public var apiKey = "KEYSTANDIN0123456789"
    /// The Call Control application, `connection_id` of its calls.
    public var connectionID = "1000000000000000001"
    /// The connection of its credentials; nil: any.
    public var credentialConnectionID: String?
    /// Where news goes when a call names no other place; nil: nowhere.
    public var webhookURL: String?
    /// Where the stand-in is reached, without a path; set by whoever starts it.
    public var address = "https://recordings.invalid"
    public var switches = TelnyxSwitches()
    /// Dials of the account. Source: Telnyx, "Dials per second limit": 30 a second as a sum over 5 seconds.
    public var dialRate = StandinRate(150, per: .seconds(5))
    /// Requests of the account; nil: any number.
    public var requestRate: StandinRate?
    /// Waits before news nobody took is sent again. At most five, at most a minute in all, as a client may ask.
    public var retries: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(5)]
    /// An incoming call without any command ends after this. Source: `first_command_timeout_secs`.
    public var firstCommandLimit: Duration = .seconds(30)
    /// How long a file or a sentence plays.
    public var playbackTime: Duration = .seconds(2)
    /// Between the end of a recording and the news that it is saved.
    public var recordingTime: Duration = .milliseconds(300)
    /// How many pieces of news are kept to look at, the newest.
    public var keptCount = 10_000
    /// Users of the credential connection itself, with their passwords: they log in at the edge beside the credentials.
    public var connectionUsers: [String: String] = [:]
    /// What stands behind the `@` of addresses of phones.
    public var sipDomain = "sip.telnyx.com"
    /// Telnyx's setting "park outbound calls": what a phone dials waits for commands; else it is put through.
    public var parksOutboundCalls = true
    /// How long a call that was answered waits for its phone to come back. Assumed: Telnyx's clients try for as long.
    public var reattachTime: Duration = .seconds(60)
    /// Where its own pushes go; nil: nowhere.
    public var push: TelnyxPushSettings?
    /// Decides every identifier that is made up.
    public var seed: UInt64 = 1

    public init() {}
}
