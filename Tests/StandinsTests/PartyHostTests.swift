import NIOPosix
import Standins
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct PartyHostTests {
    /// What happened, in order.
    private final class Order: Sendable {
        private let words = Mutex<[String]>([])

        var all: [String] { words.withLock(\.self) }
        func note(_ word: String) { words.withLock { $0.append(word) } }
    }

    /// Takes any request, and wants one thing done for it.
    private struct Party: HTTPParty {
        static let kind = StandinKind.telnyx
        let order: Order
        var deliveries: [StandinDelivery] = []
        var faults = HTTPFaultPlan()

        mutating func handle(_ request: StandinRequest, at now: Duration) -> StandinResponse {
            order.note("handled")
            return StandinResponse(status: 200)
        }
        func failure(_ status: Int) -> StandinResponse { StandinResponse(status: status) }
        mutating func control(
            _ request: StandinRequest, _ segments: [Substring], at now: Duration
        ) -> StandinResponse? { nil }
        func note(_ request: StandinRequest, _ response: StandinResponse) -> String { "" }
        mutating func removeDeliveries() -> [StandinDelivery] {
            defer { deliveries = [] }
            return deliveries
        }
        mutating func removeEffects() -> [Never] {
            order.note("let go")
            return []
        }
    }

    @Test func `a request is reported before its effects leave the stand-in or can be seen`() async {
        let order = Order()
        let group = MultiThreadedEventLoopGroup.singleton
        let sender = DeliverySender(on: group)
        let partyHost = PartyHost(
            Party(order: order), clock: StandinClock(), loop: group.any(), sender: sender,
            onLine: { _ in order.note("told") }, onDelivery: nil)
        let answer = partyHost.serve(StandinRequest(method: "POST", path: "/", body: []))
        #expect(answer.response.status == 200)
        #expect(order.all == ["handled", "told", "let go"])
        await sender.stop()
    }

    @Test func `a delivery that no server answers is told with status 0`() async throws {
        let (told, lines) = AsyncStream.makeStream(of: StandinLogEntry.self)
        let group = MultiThreadedEventLoopGroup.singleton
        let sender = DeliverySender(on: group)
        // Port 1 of this machine refuses connections.
        let delivery = StandinDelivery(number: 1, url: "http://127.0.0.1:1/hook", body: [])
        let partyHost = PartyHost(
            Party(order: Order(), deliveries: [delivery]), clock: StandinClock(), loop: group.any(), sender: sender,
            onLine: nil, onDelivery: { lines.yield($0) })
        _ = partyHost.serve(StandinRequest(method: "POST", path: "/", body: []))
        var iterator = told.makeAsyncIterator()
        let line = try #require(await iterator.next())
        #expect(line.method == "SENT" && line.path == "notification" && line.status == 0 && line.note == "no answer")
        await sender.stop()
    }
}
