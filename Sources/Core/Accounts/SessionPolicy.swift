/// How long what a sign-in gives is worth something. Times in microseconds.
public struct SessionPolicy: Hashable, Sendable {
    /// An hour: what a stolen access token is good for at most, and one refresh an hour costs nothing.
    public var accessTime: Int64 = 3_600_000_000
    /// 30 days without the app being opened end the session. Source: backend ruling 22 (one policy).
    public var refreshTime: Int64 = 30 * 86_400_000_000
    /// In which a refresh may be repeated whose reply was lost: the longest a mobile client tries one request.
    public var repeatTime: Int64 = 60_000_000

    /// Refreshes of one session, more than a year of one an hour. Every spent token of a session is remembered, so that a
    /// thief cannot make it forgotten; this bounds how many that are.
    public var refreshesMax: Int64 = 10_000

    public init() {}
}
