import ExchangeCore
import ExchangeServer
import Testing

@Suite struct CommitQueueTests {
    /// Whether a word to a connection is kept back, behind the record of that number.
    private func isHeld(
        _ word: String, for number: UInt64, behind record: UInt64?, _ gates: inout CommitQueue<ConnectionID>
    ) -> Bool {
        let connection = ConnectionID(number)
        return gates.holds(.send(connection, .ready(reattached: [CallID(word)])), for: connection, behind: record)
    }

    private func opened(_ gates: inout CommitQueue<ConnectionID>, upTo number: UInt64) -> [String] {
        gates.open(upTo: number).map { connection, effect in
            guard case .send(_, .ready(let words)) = effect else { return "?" }
            return "\(connection.rawValue) \(words.map(\.rawValue).joined())"
        }
    }

    @Test func `what stands behind a record waits for it, and for it only`() {
        var gates = CommitQueue<ConnectionID>()
        #expect(!isHeld("before", for: 1, behind: nil, &gates))
        #expect(isHeld("a", for: 1, behind: 5, &gates))
        #expect(opened(&gates, upTo: 4) == [])
        #expect(opened(&gates, upTo: 5) == ["1 a"])
        #expect(!isHeld("after", for: 1, behind: nil, &gates))
    }

    @Test func `what stands behind news waits for these, whatever is stored meanwhile`() {
        var gates = CommitQueue<ConnectionID>()
        func reply(to connection: UInt64) -> ExchangeEffect {
            .send(ConnectionID(connection), .ready(reattached: [CallID("reply")]))
        }
        let waits = [
            gates.holds(reply(to: 1), for: ConnectionID(1), behind: 5, callEvent: 1),
            gates.holds(reply(to: 2), for: ConnectionID(2), behind: nil, callEvent: 2),
        ]
        #expect(waits == [true, true])
        #expect(isHeld("later", for: 1, behind: nil, &gates))
        #expect(opened(&gates, upTo: 9) == [])
        let opened = [2, 1, 1].map { number in gates.open(callEvent: number).map(\.0.rawValue) }
        #expect(opened == [[2], [1, 1], []], "with what came behind, and once")
    }

    @Test func `a reply that waits too long is taken out, and what else waits stays in order`() {
        var gates = CommitQueue<ConnectionID>()
        func hold(_ request: Int64, at moment: Duration) -> Bool {
            let connection = ConnectionID(1)
            return gates.holds(
                .reply(connection, .number(request), .noted(CallID("c"))), for: connection, behind: 5, at: moment)
        }
        #expect(isHeld("a", for: 1, behind: 5, &gates))
        let held = [hold(1, at: .seconds(1)), hold(2, at: .seconds(2))]
        #expect(held == [true, true] && gates.oldestReply == .seconds(1))
        let taken = [gates.removeReplies(heldSince: .milliseconds(999)), gates.removeReplies(heldSince: .seconds(1))]
        #expect(taken.map(\.count) == [0, 1] && gates.oldestReply == .seconds(2))
        #expect(opened(&gates, upTo: 5) == ["1 a", "?"], "the second reply, once it is stored")
        #expect(gates.oldestReply == nil)
    }

    @Test func `who waits for news that are lost hears nothing any more, and others what they wait for`() {
        var gates = CommitQueue<ConnectionID>()
        let waits = [1, 2].map { number in
            gates.holds(
                .send(ConnectionID(number), .ready(reattached: [])), for: ConnectionID(number), behind: nil,
                callEvent: number)
        }
        #expect(waits == [true, true])
        #expect(isHeld("later", for: 1, behind: nil, &gates))
        let dropped = [1, 1].map { gates.drop(callEvent: $0).map(\.rawValue) }
        #expect(dropped == [[1], []], "once")
        let opened = [1, 2].map { gates.open(callEvent: $0).map(\.0.rawValue) }
        #expect(opened == [[], [2]])
        #expect(!isHeld("after", for: 1, behind: nil, &gates))
    }

    @Test func `a connection that waits hears everything in order, and others are not kept waiting`() {
        var gates = CommitQueue<ConnectionID>()
        #expect(isHeld("a", for: 1, behind: 5, &gates))
        #expect(isHeld("b", for: 1, behind: nil, &gates), "later words to the same connection queue up")
        #expect(!isHeld("x", for: 2, behind: nil, &gates), "another connection has nothing to wait for")
        #expect(isHeld("c", for: 1, behind: 9, &gates))
        #expect(isHeld("y", for: 2, behind: 9, &gates))
        #expect(opened(&gates, upTo: 5) == ["1 a", "1 b"])
        #expect(opened(&gates, upTo: 8) == [])
        #expect(opened(&gates, upTo: 20) == ["1 c", "2 y"])
    }
}
