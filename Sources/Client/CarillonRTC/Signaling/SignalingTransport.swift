/// Opens connections to the exchange. `WebSocketTransport` is the real one.
public protocol SignalingTransport: Sendable {
    /// Starts to connect and returns at once; the connection's events tell the result.
    func open(_ url: SignalingURL) -> any SignalingConnection
}

/// One socket to the exchange, which sends text and reports events.
public protocol SignalingConnection: AnyObject, Sendable {
    /// The events, in order, for one reader. The stream ends after `.closed`.
    var events: AsyncStream<SocketEvent> { get }

    /// Sends one text frame. Frames are sent in the order given; they are ignored after the close.
    func send(_ text: [UInt8])

    /// Closes with the WebSocket close handshake; `.closed(.local)` follows. Harmless if closed already.
    func close()
}

/// An event of a connection.
public enum SocketEvent: Hashable, Sendable {
    /// The WebSocket is up.
    case opened
    /// One text message, UTF-8, its fragments joined.
    case text([UInt8])
    /// The connection ended. This is the last event, and the only one if connecting failed.
    case closed(SignalingClosure)
}

/// Why a connection ended.
public enum SignalingClosure: Hashable, Sendable, CustomStringConvertible {
    /// This side closed it.
    case local
    /// The other side closed it, with its WebSocket close code if it gave one (RFC 6455 §7.4).
    case remote(code: UInt16?)
    /// Name resolution, TCP, TLS and upgrade together did not finish in time.
    case dialTimedOut
    /// Connecting failed, or the connection broke.
    case unreachable(String)
    /// The certificate was not accepted.
    case untrusted(String)
    /// The server refused the upgrade to WebSocket.
    case upgradeRefused(status: Int)
    /// A frame violated the protocol or a limit.
    case protocolViolation(String)
    /// The other side does not read fast enough and our queue of outgoing bytes is full.
    case outboundOverflow

    public var description: String {
        switch self {
        case .local: "closed here"
        case .remote(let code): code.map { "closed by the server (\($0))" } ?? "closed by the server"
        case .dialTimedOut: "no answer in time"
        case .unreachable(let what): what
        case .untrusted(let what): "certificate refused: \(what)"
        case .upgradeRefused(let status): "the server refused the WebSocket (HTTP \(status))"
        case .protocolViolation(let what): "protocol violation: \(what)"
        case .outboundOverflow: "the server does not read"
        }
    }
}

#if os(Linux)
    /// The default transport on this platform: NIO, because Foundation on Linux has no WebSockets.
    public typealias PlatformTransport = WebSocketTransport
#else
    /// The default transport on this platform: the system's own networking.
    public typealias PlatformTransport = URLSessionTransport
#endif
