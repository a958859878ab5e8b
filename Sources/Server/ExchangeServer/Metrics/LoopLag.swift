internal import NIOCore

/// How late the event loop comes to what is due: a task is scheduled ten times a second, and how late it runs is counted.
/// Lives on the event loop.
final class LoopLag {
    private static let interval = TimeAmount.milliseconds(100)

    private(set) var histogram = Histogram()
    private let eventLoop: any EventLoop

    init(eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func start() { schedule() }

    private func schedule() {
        let due = NIODeadline.now() + Self.interval
        eventLoop.assumeIsolated().scheduleTask(deadline: due) { [weak self] in
            guard let self else { return }
            histogram.observe(.nanoseconds((NIODeadline.now() - due).nanoseconds))
            schedule()
        }
    }
}
