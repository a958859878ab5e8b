internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix

/// Posts what parties send.
final class DeliverySender: Sendable {
    /// How long an answer is waited for. Source: the general webhook guide of Telnyx, 10 s.
    private static let answerTime: TimeAmount = .seconds(10)

    private let client: HTTPClient

    init(on group: MultiThreadedEventLoopGroup) {
        client = HTTPClient(eventLoopGroupProvider: .shared(group))
    }

    /// The status of the answer; nil when there was none.
    func send(_ delivery: StandinDelivery) async -> Int? {
        var request = HTTPClientRequest(url: delivery.url)
        request.method = .POST
        request.headers = HTTPHeaders(delivery.headers.map { ($0.name, $0.value) })
        request.body = .bytes(ByteBuffer(bytes: delivery.body))
        return (try? await client.execute(request, timeout: Self.answerTime)).map { Int($0.status.code) }
    }

    func stop() async {
        try? await client.shutdown()
    }
}
