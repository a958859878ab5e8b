/// How long and how often, with the reason of each. In microseconds.
public enum CarrierCredentialLimits {
    private static let second: Int64 = 1_000_000
    private static let day: Int64 = 86_400 * second

    /// How long a credential lasts. Nobody but the carrier has its password, and a device's tokens of it last a day; so
    /// this only bounds what is left behind at the carrier if everything else fails (judgement).
    public static let lifeTime: Int64 = 30 * day
    /// How long before its end its successor is made: longer than a token lasts, so that every token lasts its whole day.
    /// Source: Telnyx: a token is valid 24 h or until its credential expires, whichever is first.
    public static let renewalLead: Int64 = 2 * day
    /// How long an older one works beside the one its device has taken: a call or a tunnel may last (judgement).
    /// Source: backend ruling 15.
    public static let overlap: Int64 = 15 * 60 * second
    /// How long an errand may be under way before it is run again: longer than any request lasts.
    public static let lease: Int64 = 60 * second
    /// The wait after a failure; twice as long after each.
    public static let retryWait: Int64 = second
    public static let retryWaitMax: Int64 = 3_600 * second
    /// A credential is not looked at more often: phones that sleep are out of reach at every call, and most credentials
    /// are as they should be (judgement).
    public static let checkPause: Int64 = 600 * second
    /// Devices of one user that have credentials, the last used first: whoever signs in on ever more of them does not fill
    /// the account at the carrier. As many as may be logged in at once unless told otherwise.
    public static let devicesOfUserMax = 16
    /// Credentials of one device that are not unwanted: of more organisations nobody is a member (the API's bound), each
    /// with a successor.
    public static let ofDeviceMax = 64
}
