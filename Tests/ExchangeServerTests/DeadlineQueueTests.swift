import ExchangeServer
import Testing

@Suite struct DeadlineQueueTests {
    private func due(_ queue: inout DeadlineQueue<String>, at moment: Int) -> [String] {
        var names: [String] = []
        while let name = queue.popDue(now: .seconds(moment)) { names.append(name) }
        return names
    }

    @Test func `timers come up in the order of their deadlines, and not before`() {
        var queue = DeadlineQueue<String>()
        for (name, moment) in [("c", 3), ("a", 1), ("d", 4), ("b", 2)] { queue.start(name, at: .seconds(moment)) }
        #expect(queue.earliest == .seconds(1))
        #expect(due(&queue, at: 0) == [])
        #expect(due(&queue, at: 3) == ["a", "b", "c"])
        #expect(queue.count == 1)
        #expect(due(&queue, at: 9) == ["d"])
    }

    @Test func `a cancelled timer never comes up, and one that is started anew comes up once`() {
        var queue = DeadlineQueue<String>()
        queue.start("gone", at: .seconds(1))
        queue.start("moved", at: .seconds(1))
        queue.cancel("gone")
        queue.start("moved", at: .seconds(5))
        #expect(due(&queue, at: 4) == [])
        #expect(due(&queue, at: 5) == ["moved"])
        #expect(queue.count == 0)
    }

    @Test func `a thousand timers of which most are cancelled keep their order`() {
        var queue = DeadlineQueue<Int>()
        for number in 0..<1_000 { queue.start(number, at: .milliseconds((number * 7_919) % 1_000)) }
        for number in 0..<1_000 where !number.isMultiple(of: 10) { queue.cancel(number) }
        var moments: [Int] = []
        while let number = queue.popDue(now: .seconds(1)) { moments.append((number * 7_919) % 1_000) }
        #expect(moments.count == 100)
        #expect(moments == moments.sorted())
    }
}
