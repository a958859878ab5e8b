/// Why a connection is no more.
public enum SignalingClosure: Hashable, Sendable, CustomStringConvertible {
    /// We closed it.
    case local
    /// The other side closed it, with its WebSocket close code if it gave one (RFC 6455 §7.4).
    case remote(code: UInt16?)
    /// Nothing answered in time: name resolution, TCP, TLS and upgrade together.
    case dialTimedOut
    /// Could not connect, or the connection broke.
    case unreachable(String)
    /// The certificate was not accepted.
    case untrusted(String)
    /// The server answered the upgrade with something else.
    case upgradeRefused(status: Int)
    /// A frame broke the protocol or a bound.
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
