import ExchangeServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConnectionTasksTests {
    /// What happened, in order.
    private final class Story: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var told: [String] { lines.withLock { $0 } }
    }

    @Test func `finishing waits for every connection that is being served`() async {
        let story = Story()
        let (release, released) = AsyncStream.makeStream(of: Void.self)
        let tasks = ConnectionTasks<Int> { number in
            // The last one ends once the others have: a finish that waits for fewer than all comes before it.
            if number == 3 { for await _ in release {} }
            story.note("\(number) served")
            if story.told.count == 2 { released.finish() }
        }
        for number in 1...3 { tasks.serve(number) }
        await tasks.finish()
        story.note("finished")
        #expect(Set(story.told.prefix(2)) == ["1 served", "2 served"])
        #expect(story.told.dropFirst(2) == ["3 served", "finished"])
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
