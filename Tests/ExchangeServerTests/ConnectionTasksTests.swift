import ExchangeServer
import Synchronization
import Testing

@Suite struct ConnectionTasksTests {
    /// What happened, in order.
    private final class Story: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var told: [String] { lines.withLock { $0 } }
    }

    @Test func `finishing waits for every connection that is being served`() async {
        let story = Story()
        let tasks = ConnectionTasks<Int> { number in
            // Gives whoever would not wait every chance to be first.
            for _ in 0..<1_000 * number { await Task.yield() }
            story.note("\(number) served")
        }
        for number in 1...3 { tasks.serve(number) }
        await tasks.finish()
        story.note("finished")
        #expect(story.told.sorted() == ["1 served", "2 served", "3 served", "finished"])
        #expect(story.told.last == "finished")
    }

    @Test func `one connection does not wait for another`() async {
        let (second, arrived) = AsyncStream.makeStream(of: Void.self)
        let story = Story()
        let tasks = ConnectionTasks<Int> { number in
            if number == 1 { for await _ in second { break } } else { arrived.yield() }
            story.note("\(number) served")
        }
        tasks.serve(1)
        tasks.serve(2)
        await tasks.finish()
        #expect(story.told.sorted() == ["1 served", "2 served"])
    }
}
