internal import NIOCore

/// The sockets that have something to send at the end of this turn of the loop.
final class FlushQueue {
    /// Bytes handed to the sockets so far.
    var bytesSent = 0

    private let eventLoop: any EventLoop
    private var dirty: [Socket] = []
    private var isScheduled = false

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func add(_ socket: Socket) {
        dirty.append(socket)
        guard !isScheduled else { return }
        isScheduled = true
        eventLoop.assumeIsolated().execute { self.run() }
    }

    private func run() {
        isScheduled = false
        let sockets = dirty
        dirty.removeAll(keepingCapacity: true)
        for socket in sockets { socket.flush() }
    }
}
