/// Why a socket is no more; the label under which it is counted.
enum SocketEnd: String, CaseIterable, Sendable {
    /// The client said goodbye, or closed its side.
    case closedByClient = "closed_by_client"
    /// The connection broke.
    case lost
    /// The client did not read what was sent to it.
    case slowConsumer = "slow_consumer"
    /// A message or a frame larger than the limit.
    case tooLarge = "too_large"
    /// A frame WebSocket does not allow.
    case protocolError = "protocol_error"
    /// A binary message: Verto is text.
    case binary
    /// A text message that is not UTF-8.
    case notText = "not_utf8"
    /// No login in time.
    case noLogin = "no_login"
    /// Too many wrong logins, unreadable messages or requests.
    case abuse
    /// The exchange ended it: taken over, refused, silent for too long.
    case closedByExchange = "closed_by_exchange"
    /// The exchange stops.
    case shutdown

    /// The close code the client is told. Source: RFC 6455 §7.4.1.
    var closeCode: UInt16 {
        switch self {
        case .closedByClient, .lost, .closedByExchange: 1000
        case .shutdown: 1001
        case .protocolError: 1002
        case .binary: 1003
        case .notText: 1007
        case .slowConsumer, .noLogin, .abuse: 1008
        case .tooLarge: 1009
        }
    }

    /// What stands beside the code, for whoever reads a client's log.
    var closeText: String {
        switch self {
        case .closedByClient, .lost, .closedByExchange: ""
        case .shutdown: "exchange stops"
        case .protocolError: "frame not allowed"
        case .binary: "text frames only"
        case .notText: "text that is not UTF-8"
        case .slowConsumer: "client does not read"
        case .noLogin: "no login in time"
        case .abuse: "too much of it"
        case .tooLarge: "message too large"
        }
    }
}
