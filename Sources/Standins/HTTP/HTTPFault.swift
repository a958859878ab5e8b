/// Something that goes wrong on demand with a stand-in that speaks HTTP/1.1.
public struct HTTPFault: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Processed, and answered so much later.
        case delay(Duration)
        /// Not processed: refused with this status, in the manner of the party.
        case refuse(status: Int)
        /// The connection ends without an answer, with or without having been processed.
        case cutConnection(isProcessed: Bool)
        /// Processed; no answer ever comes.
        case loseResponse
    }

    public var kind: Kind
    /// Requests to let pass before.
    public var after: Int
    /// How many requests it hits; nil: all from then on.
    public var count: Int?
    /// Only requests whose path ends so; nil: any.
    public var path: String?

    public init(_ kind: Kind, after: Int = 0, count: Int? = 1, path: String? = nil) {
        self.kind = kind
        self.after = after
        self.count = count
        self.path = path
    }

    /// Whether the request takes effect.
    var isProcessed: Bool {
        switch kind {
        case .refuse, .cutConnection(isProcessed: false): false
        case .delay, .cutConnection, .loseResponse: true
        }
    }

    var telling: StandinAnswer.Telling {
        switch kind {
        case .delay(let time): .late(time)
        case .refuse: .atOnce
        case .cutConnection: .cutConnection
        case .loseResponse: .never
        }
    }
}
