internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket

extension SignalingClosure {
    /// The longest text of an error that is passed on.
    private static let detailLengthMax = 200

    /// Sorts NIO's errors into ours.
    init(_ error: any Error) {
        let detail = String(String(describing: error).prefix(Self.detailLengthMax))
        switch error {
        case ChannelError.connectTimeout: self = .dialTimedOut
        case is NIOSSLExtraError: self = .untrusted(detail)
        case is NIOSSLError where detail.contains("CERTIFICATE"): self = .untrusted(detail)
        case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: self = .protocolViolation(detail)
        case is HTTPParserError: self = .protocolViolation("the answer to the upgrade is not HTTP")
        case is NIOWebSocketUpgradeError, is NIOHTTPClientUpgradeError:
            self = .protocolViolation("the answer to the upgrade is not one")
        default: self = .unreachable(detail)
        }
    }
}

extension SignalingURL {
    /// The name for SNI and verification; an address is verified against the certificate's addresses instead.
    var nameForTLS: String? {
        let isAddress = host.contains(":") || (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return isAddress ? nil : host
    }
}
