internal import Broadcast
internal import NIOCore

/// All applications that broadcast through the exchange. Lives on the exchange's event loop.
final class BroadcastStation {
    private let applications: [BroadcastApplication]
    private let eventLoop: any EventLoop
    private let flushes: FanoutFlushes
    private var outboundBytesMax: Int
    private var isClosed = false

    init(_ apps: [BroadcastApp], limits: ServerLimits, clock: RunClock, eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
        let flushes = FanoutFlushes(eventLoop: eventLoop)
        self.flushes = flushes
        outboundBytesMax = limits.outboundBytes
        applications = apps.map { BroadcastApplication($0, limits: limits, clock: clock, flushes: flushes) }
        guard !applications.isEmpty else { return }
        waitForSecond()
    }

    /// The exchange's own.
    var own: BroadcastApplication? { applications.first }

    /// Of sockets that are opened from now on.
    func setLimits(_ limits: ServerLimits) { outboundBytesMax = limits.outboundBytes }

    /// Whether nobody broadcasts here.
    var isEmpty: Bool { applications.isEmpty }

    /// What serves a client of the application with that key, if there is one.
    func makeSocket(key: some StringProtocol) -> BroadcastSocket {
        BroadcastSocket(of: application(key: key), flushes: flushes, outboundBytesMax: outboundBytesMax)
    }

    private func application(key: some StringProtocol) -> BroadcastApplication? {
        applications.first { $0.app.key == key }
    }

    func application(id: some StringProtocol) -> BroadcastApplication? { applications.first { $0.app.id == id } }

    /// Sends everybody away, to come back at once: to the next exchange.
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
