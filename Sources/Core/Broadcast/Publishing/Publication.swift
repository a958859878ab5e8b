/// One event an application publishes, to one channel or to several.
public struct Publication: Hashable, Sendable {
    /// The event's name.
    public var event: String
    /// What it says.
    public var data: String
    public var channels: [String]
    /// Whose socket is not told: it knows already.
    public var except: SocketID?
    /// An extension: what the event tells the present state of. The newest of each is kept for whoever was away longer
    /// than the log lasts.
    public var key: String?
    /// Whether there is nothing more to know of that key.
    public var isLast: Bool
    /// An extension: who publishes twice under the same key within minutes has published once.
    public var idempotencyKey: String?

    public init(
        event: String, data: String, channels: [String], except: SocketID? = nil, key: String? = nil,
        isLast: Bool = false, idempotencyKey: String? = nil
    ) {
        self.event = event
        self.data = data
        self.channels = channels
        self.except = except
        self.key = key
        self.isLast = isLast
        self.idempotencyKey = idempotencyKey
    }
}
