internal import NIOCore

/// Counts connections and refuses those beyond the limit.
final class ConnectionAdmission {
    private let eventLoop: any EventLoop
    private let connectionsMax: Int
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private(set) var refused = 0
    private var isClosed = false

    init(eventLoop: any EventLoop, connectionsMax: Int) {
        self.eventLoop = eventLoop
        self.connectionsMax = connectionsMax
    }

    /// Connections that are open, of any kind.
    var count: Int { channels.count }

    /// Whether a new connection may stay; its end is noticed.
    func enter(_ channel: any Channel) -> Bool {
        guard !isClosed, channels.count < connectionsMax else {
            refused += 1
            return false
        }
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.channels[id] = nil }
        return true
    }

    /// Lets nobody in any more, and closes what waits for a request.
    func close() {
        isClosed = true
        for channel in channels.values { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Closes what is still open; succeeds once all of it is closed.
    func abort() -> EventLoopFuture<Void> {
        let closed = channels.values.map(\.closeFuture)
        for channel in channels.values { channel.close(promise: nil) }
        return .andAllComplete(closed, on: eventLoop)
    }
}
