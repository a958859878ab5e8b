/// Something that goes wrong on demand, for the requests it is meant for.
public struct APNsFault: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Processed, and answered so much later.
        case delay(Duration)
        /// Not processed: refused for this reason.
        case refuse(APNsReason)
        /// Not processed: 503 Shutdown, then GOAWAY and the end of the connection.
        case shutdown
        /// Not processed: a GOAWAY that leaves this stream out, then the end of the connection.
        case goAway
        /// RST_STREAM, with or without having been processed.
        case resetStream(isProcessed: Bool)
        /// The connection ends without an answer, with or without having been processed.
        case cutConnection(isProcessed: Bool)
        /// Processed; no answer ever comes.
        case loseResponse
        /// Nothing is read from the connection for so long; the request is processed and answered after that.
        case stopReading(Duration)
        /// Processed; new SETTINGS allow only so many streams from then on.
        case lowerStreams(Int)
    }

    public var kind: Kind
    /// Requests to let pass before.
    public var after: Int
    /// How many requests it hits; nil: all from then on.
    public var count: Int?
    /// Only requests for this device token; nil: any.
    public var device: String?

    public init(_ kind: Kind, after: Int = 0, count: Int? = 1, device: String? = nil) {
        self.kind = kind
        self.after = after
        self.count = count
        self.device = device?.lowercased()
    }
}
