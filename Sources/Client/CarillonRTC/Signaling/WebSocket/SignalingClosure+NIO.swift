internal import Foundation
import NIOCore
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
        case let error as NIOConnectionError: self = Self.failedDial(error)
        case let error as IOError: self = .unreachable(String(cString: strerror(error.errnoCode)))
        case ChannelError.connectTimeout: self = .dialTimedOut
        case is NIOSSLError where detail.contains("WRONG_VERSION_NUMBER"):
            self = .protocolViolation("the other side does not speak TLS there; try ws:// instead of wss://")
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

extension SignalingClosure {
    /// Every address of a name was tried; the first failure stands for all.
    private static func failedDial(_ error: NIOConnectionError) -> SignalingClosure {
        if let first = error.connectionErrors.first { return SignalingClosure(first.error) }
        return .unreachable("the name \(error.host) has no address")
    }
}

extension SignalingURL {
    /// The name for SNI and verification; an address is verified against the certificate's addresses instead.
    var nameForTLS: String? {
        let isAddress = host.contains(":") || (try? SocketAddress(ipAddress: host, port: 0)) != nil
        return isAddress ? nil : host
    }
}
