import Accounts
import Testing

@Suite struct PasswordCheckQueueTests {
    private typealias Queue = PasswordCheckQueue<String>

    /// A queue with its inputs and its effects.
    private struct Story {
        var queue: Queue
        var effects: [Queue.Effect] = []
        var lastID: UInt64 = 0

        init(_ limits: Queue.Limits) { queue = Queue(limits: limits) }

        /// What comes of so many checks of one source.
        mutating func ask(_ count: Int = 1, from source: String) -> [Queue.Effect] {
            (0..<count).flatMap { _ in
                lastID += 1
                return handle(.asked(lastID, from: source))
            }
        }

        mutating func handle(_ event: Queue.Event) -> [Queue.Effect] {
            var effects: [Queue.Effect] = []
            queue.handle(event, into: &effects)
            return effects
        }
    }

    @Test func `so many are computed at a time, the others wait for one that is over`() {
        var story = Story(.init(running: 2))
        #expect(story.ask(4, from: "a") == [.start(1), .start(2)])
        #expect(story.queue.waiting == 2)
        #expect(story.handle(.finished) == [.start(3)])
        #expect(story.handle(.finished) == [.start(4)])
        #expect(story.handle(.finished) == [])
        #expect(story.queue.running == 1)
    }

    @Test func `sources take turns, so that a flood of one delays another by one check`() {
        var story = Story(.init(running: 1))
        #expect(story.ask(10, from: "flood") == [.start(1)])
        #expect(story.ask(from: "honest") == [])
        #expect(story.handle(.finished) == [.start(2)])
        #expect(story.handle(.finished) == [.start(11)])
        #expect(story.handle(.finished) == [.start(3)])
    }

    @Test func `one source has so many waiting, and further ones are refused`() {
        var story = Story(.init(running: 1, waiting: 100, waitingOfSource: 3))
        #expect(story.ask(6, from: "a") == [.start(1), .refuse(5), .refuse(6)])
        #expect(story.ask(from: "b") == [])
    }

    @Test func `when all places are taken, who has most gives way to who has less`() {
        var story = Story(.init(running: 1, waiting: 4, waitingOfSource: 3))
        #expect(story.ask(4, from: "a") == [.start(1)])
        #expect(story.ask(from: "b") == [])
        #expect(story.ask(from: "c") == [.refuse(4)], "the last of a's")
        #expect(story.ask(from: "d") == [.refuse(3)])
        #expect(story.ask(from: "e") == [.refuse(8)], "each source has one, so none gives way")
        #expect(story.queue.waiting == 4)
    }

    @Test func `after the end all that waits and comes is refused`() {
        var story = Story(.init(running: 1))
        #expect(story.ask(3, from: "a") == [.start(1)])
        #expect(story.handle(.stopped) == [.refuse(2), .refuse(3)])
        #expect(story.handle(.finished) == [])
        #expect(story.ask(from: "b") == [.refuse(4)])
        #expect(story.queue.running == 0)
    }

    @Test(arguments: 0..<50)
    func `whatever comes in whatever order, bounds hold and each check is started or refused once`(seed: UInt64) {
        var random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        func next(_ bound: UInt64) -> UInt64 {
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random % bound
        }
        let limits = Queue.Limits(running: 2, waiting: 6, waitingOfSource: 3)
        var story = Story(limits)
        var settled: [Queue.Effect] = []
        for _ in 0..<300 {
            if next(3) == 0, story.queue.running > 0 {
                settled += story.handle(.finished)
            } else {
                settled += story.ask(from: "\(next(5))")
            }
            #expect(story.queue.running <= limits.running && story.queue.waiting <= limits.waiting)
            #expect(story.queue.waiting == 0 || story.queue.running == limits.running, "no core rests")
        }
        settled += story.handle(.stopped)
        let ids = settled.map { effect in
            switch effect {
            case .start(let id), .refuse(let id): id
            }
        }
        #expect(ids.sorted() == Array(1...story.lastID))
    }
}
