internal import Synchronization

/// A transport without a network, for an app's own tests, which play the exchange at the far end.
///
/// ```swift
/// let transport = InMemoryTransport()
/// let ports = ClientPorts(media: LoopbackMediaEngine(), transport: transport)
/// let client = try CarillonClient(configuration, ports: ports)
/// ```
///
/// Isolation: any thread. Elements are never dropped; unread ones stay in memory.
public final class InMemoryTransport: SignalingTransport {
    /// The connections that the client opened, in order. The far end reads the next one from here.
    public let dialed: AsyncStream<InMemoryConnection>
    private let continuation: AsyncStream<InMemoryConnection>.Continuation

    /// Makes a transport without connections.
    public init() {
        (dialed, continuation) = AsyncStream.makeStream()
    }

    public func open(_ url: SignalingURL) -> any SignalingConnection {
        let connection = InMemoryConnection(url)
        continuation.yield(connection)
        return connection
    }
}

/// One connection of an `InMemoryTransport`, seen from both ends.
public final class InMemoryConnection: SignalingConnection {
    /// The address that the client asked for.
    public let url: SignalingURL
    public let events: AsyncStream<SocketEvent>
    /// The frames that the client sent, in order. The stream ends when either side closes.
    public let sent: AsyncStream<[UInt8]>
    private let toClient: AsyncStream<SocketEvent>.Continuation
    private let toFarEnd: AsyncStream<[UInt8]>.Continuation
    private let isClosed = Mutex(false)

    init(_ url: SignalingURL) {
        self.url = url
        (events, toClient) = AsyncStream.makeStream()
        (sent, toFarEnd) = AsyncStream.makeStream()
    }

    public func send(_ text: [UInt8]) { toFarEnd.yield(text) }
    public func close() { finish(.local) }

    /// Opens the connection, as the far end.
    public func accept() { toClient.yield(.opened) }
    /// Sends a frame to the client, as the far end.
    public func deliver(_ text: [UInt8]) { toClient.yield(.text(text)) }
    /// Breaks or closes the connection, as the far end.
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
