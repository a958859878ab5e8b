internal import NIOCore

/// The sockets of listeners that have something to send, written some at a time.
///
/// A message to ten thousand is fifty milliseconds of writing: calls on the same event loop go on in between, and what is
/// published meanwhile leaves with what still waits.
final class FanoutFlushes {
    /// Sockets written before others get their turn: some two milliseconds.
    private static let sliceMax = 400
    /// A wait makes the loop look for what has come, which a task that follows at once would not.
    private static let pause = TimeAmount.microseconds(20)

    private let eventLoop: any EventLoop
    private var dirty: [BroadcastSocket] = []
    private var head = 0
    private var gathering: [BroadcastApplication] = []
    private var isScheduled = false

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ socket: BroadcastSocket) {
        dirty.append(socket)
        schedule()
    }

    /// Has an application hand out what it gathered before the next writing.
    func beforeFlush(of application: BroadcastApplication) {
        gathering.append(application)
        schedule()
    }

    private func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        eventLoop.assumeIsolated().execute { self.run() }
    }

    private func run() {
        for application in gathering { application.distribute() }
        gathering.removeAll(keepingCapacity: true)
        let end = min(dirty.count, head + Self.sliceMax)
        while head < end {
            dirty[head].flush()
            head += 1
        }
        guard head < dirty.count else {
            dirty.removeAll(keepingCapacity: true)
            head = 0
            isScheduled = false
            return
        }
        // Under steady load it is never empty.
        if head * 2 > dirty.count {
            dirty.removeFirst(head)
            head = 0
        }
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.run() }
    }
}
