/// What becomes of one request.
public struct APNsDecision: Hashable, Sendable {
    /// How the answer reaches the client, if at all.
    public enum Telling: Hashable, Sendable {
        case atOnce
        case late(Duration)
        /// Answered, then GOAWAY for what comes after, then the end of the connection.
        case thenGoAway
        /// GOAWAY that leaves this stream out: the client may send it elsewhere.
        case goAwayInstead
        case resetStream
        case cutConnection
        /// Never, with the connection left open.
        case never
        /// Not before the stand-in reads again after this long.
        case afterSilence(Duration)
    }

    public var answer: APNsAnswer
    public var telling: Telling = .atOnce
    /// The number of streams to announce, when it changes.
    public var streams: Int?
    /// The push, when it was taken.
    public var push: ReceivedPush?
}
