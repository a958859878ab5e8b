internal import AsyncHTTPClient
internal import NIOCore
internal import NIOHTTP1
package import NIOPosix

/// Posts what parties send, each delivery beside the others. After `stop` none is under way, so that its event loop can end.
package final class DeliverySender: Sendable {
    /// How long an answer is waited for. Source: the general webhook guide of Telnyx, 10 s.
    private static let answerTime: TimeAmount = .seconds(10)

    private let client: HTTPClient
    private let postings: AsyncStream<Posting>.Continuation
    private let worker: Task<Void, Never>

    private struct Posting: Sendable {
        var delivery: StandinDelivery
        var answered: @Sendable (Int?) -> Void
    }

    package init(on group: MultiThreadedEventLoopGroup) {
        let client = HTTPClient(eventLoopGroupProvider: .shared(group))
        let (incoming, postings) = AsyncStream<Posting>.makeStream()
        self.client = client
        self.postings = postings
        worker = Task {
            await withDiscardingTaskGroup { tasks in
                for await posting in incoming {
                    tasks.addTask { posting.answered(await Self.post(posting.delivery, by: client)) }
                }
            }
        }
    }

    /// - Parameter answered: gets the status of the answer; nil when there was none.
    func send(_ delivery: StandinDelivery, answered: @escaping @Sendable (Int?) -> Void) {
        postings.yield(Posting(delivery: delivery, answered: answered))
    }

    /// Gives up what is under way, and waits until it has ended.
    package func stop() async {
        postings.finish()
        worker.cancel()
        await worker.value
        try? await client.shutdown()
    }

    private static func post(_ delivery: StandinDelivery, by client: HTTPClient) async -> Int? {
        var request = HTTPClientRequest(url: delivery.url)
        request.method = .POST
        request.headers = HTTPHeaders(delivery.headers.map { ($0.name, $0.value) })
        request.body = .bytes(ByteBuffer(bytes: delivery.body))
        return (try? await client.execute(request, timeout: answerTime)).map { Int($0.status.code) }
    }
}
