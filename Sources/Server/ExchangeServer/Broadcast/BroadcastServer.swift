internal import Broadcast
internal import NIOCore

/// All applications that broadcast through the exchange. Isolation: the exchange's event loop.
final class BroadcastServer {
    private let applications: [BroadcastApplication]
    private let eventLoop: any EventLoop
    private let flushes: FanoutFlushQueue
    private var outboundBytesMax: Int
    private var isClosed = false

    init(_ apps: [BroadcastApp], limits: ServerLimits, clock: RunClock, eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        let flushes = FanoutFlushQueue(eventLoop: eventLoop)
        self.flushes = flushes
        outboundBytesMax = limits.outboundBytes
        applications = apps.map { BroadcastApplication($0, limits: limits, clock: clock, flushes: flushes) }
        guard !applications.isEmpty else { return }
        waitForSecond()
    }

    /// The exchange's own application.
    var own: BroadcastApplication? { applications.first }

    /// Sets the limits of sockets that are opened from now on.
    func setLimits(_ limits: ServerLimits) {
        outboundBytesMax = limits.outboundBytes
        for application in applications { application.setLimits(limits) }
    }

    /// Whether there are no applications.
    var isEmpty: Bool { applications.isEmpty }

    /// Makes the handler for a client of the application with a key, if there is one.
    func makeSocket(key: some StringProtocol) -> BroadcastSocket {
        BroadcastSocket(of: application(key: key), flushes: flushes, outboundBytesMax: outboundBytesMax)
    }

    private func application(key: some StringProtocol) -> BroadcastApplication? {
        applications.first { $0.app.key == key }
    }

    func application(id: some StringProtocol) -> BroadcastApplication? { applications.first { $0.app.id == id } }

    /// Closes all sockets, so that clients reconnect at once to the next exchange.
    func close() {
        isClosed = true
        for application in applications { application.close() }
    }

    private func waitForSecond() {
        eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
            guard let self, !isClosed else { return }
            for application in applications { application.handle(.secondPassed) }
            waitForSecond()
        }
    }
}

/// The addresses that belong to broadcasting.
enum BroadcastAddress {
    /// The key of the application in `/app/{key}`, with or without a query.
    static func key(of uri: String) -> Substring? {
        let path = uri.prefix { $0 != "?" }
        guard path.hasPrefix("/app/") else { return nil }
        return path.dropFirst(5)
    }

    /// Whether a request is from an application's server.
    static func isRequest(_ uri: String) -> Bool { uri.hasPrefix("/apps/") }
}

/// Flushes the sockets of listeners in slices.
///
/// Writing a message to ten thousand listeners takes fifty milliseconds: between slices the event loop serves calls,
/// and messages published meanwhile are sent together with the waiting ones.
final class FanoutFlushQueue {
    /// The most sockets written in one slice, which takes some two milliseconds.
    private static let sliceMax = 400
    /// A short delay makes the loop handle incoming data, which a task that follows immediately would not.
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

    /// Has an application hand out its gathered messages before the next slice.
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
        // Under steady load the list is never empty.
        if head * 2 > dirty.count {
            dirty.removeFirst(head)
            head = 0
        }
        eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { self.run() }
    }
}
