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
}
