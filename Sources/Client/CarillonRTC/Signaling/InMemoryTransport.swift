internal import Synchronization

/// A transport without a network, for an app's own tests: they play the exchange, at the other end.
///
/// ```swift
/// let transport = InMemoryTransport()
/// let client = try CarillonClient(configuration, ports: ClientPorts(media: LoopbackMediaEngine(), transport: transport))
/// ```
///
/// Isolation: any thread. Nothing is dropped, so what nobody reads is kept.
public final class InMemoryTransport: SignalingTransport {
    /// Every connection the client opened, in order; the far end waits here for the next one.
    public let dialled: AsyncStream<InMemoryConnection>
    private let continuation: AsyncStream<InMemoryConnection>.Continuation

    public init() {
        (dialled, continuation) = AsyncStream.makeStream()
    }

    public func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = InMemoryConnection(url)
        continuation.yield(connection)
        return connection
    }
}

/// One connection of an `InMemoryTransport`, seen from both ends.
public final class InMemoryConnection: SignalingConnection {
    public let url: SignalingURL
    public let events: AsyncStream<SignalingEvent>
    /// What the client sent, in order; ends when either side closes.
    public let sent: AsyncStream<[UInt8]>
    private let toClient: AsyncStream<SignalingEvent>.Continuation
    private let toFarEnd: AsyncStream<[UInt8]>.Continuation
    private let isClosed = Mutex(false)

    init(_ url: SignalingURL) {
        self.url = url
        (events, toClient) = AsyncStream.makeStream()
        (sent, toFarEnd) = AsyncStream.makeStream()
    }

    public func send(_ text: [UInt8]) { toFarEnd.yield(text) }
    public func close() { finish(.local) }

    /// The far end lets the client in.
    public func accept() { toClient.yield(.opened) }
    /// The far end sends a frame.
    public func deliver(_ text: [UInt8]) { toClient.yield(.text(text)) }
    /// The connection breaks, or the far end closes it.
    public func finish(_ closure: SignalingClosure) {
        let isFirst = isClosed.withLock { closed in
            defer { closed = true }
            return !closed
        }
        guard isFirst else { return }
        toClient.yield(.closed(closure))
        toClient.finish()
        toFarEnd.finish()
    }
}
