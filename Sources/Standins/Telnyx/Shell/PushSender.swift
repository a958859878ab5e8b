internal import AsyncHTTPClient
internal import Foundation
internal import NIOCore
internal import NIOHTTP1
internal import NIOSSL
internal import Synchronization

/// Sends Telnyx's own pushes to Apple's stand-in, over HTTP/2.
final class PushSender: Sendable {
    private static let answerTime: TimeAmount = .seconds(10)

    /// One for each place that is trusted; made with the first push.
    private let clients = Mutex<[String: HTTPClient]>([:])

    /// The status of the answer; nil when there was none.
    func send(_ push: EdgePush, on loop: any EventLoop) async -> Int? {
        guard let client = client(trusting: push.settings.authorityPEM, on: loop) else { return nil }
        var request = HTTPClientRequest(url: "\(push.settings.address)/3/device/\(push.device)")
        request.method = .POST
        request.headers = HTTPHeaders([
            ("authorization", push.authorization), ("apns-topic", push.settings.topic), ("apns-push-type", "voip"),
            ("apns-priority", "10"), ("apns-expiration", "0"),
        ])
        request.body = .bytes(ByteBuffer(bytes: push.payload))
        return (try? await client.execute(request, timeout: Self.answerTime)).map { Int($0.status.code) }
    }

    private func client(trusting authority: String, on loop: any EventLoop) -> HTTPClient? {
        clients.withLock { clients in
            if let known = clients[authority] { return known }
            guard let roots = try? NIOSSLCertificate.fromPEMBytes(Array(authority.utf8)) else { return nil }
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .certificates(roots)
            let made = HTTPClient(
                eventLoopGroupProvider: .shared(loop), configuration: HTTPClient.Configuration(tlsConfiguration: tls))
            clients[authority] = made
            return made
        }
    }

    func stop() async {
        let all = clients.withLock { clients in
            defer { clients = [:] }
            return Array(clients.values)
        }
        for client in all { try? await client.shutdown() }
    }
}
