internal import NIOCore

/// Counts connections, all of them and by address, and refuses those beyond the limits.
final class ConnectionAdmission {
    /// What becomes of a new connection.
    enum Verdict {
        case welcome
        /// There are too many from its address: it stays for as long as it takes to tell it so.
        case tooManyFromAddress
        /// There are too many of all, or the exchange stops: it is to be closed.
        case refused
    }

    /// Refused connections that are being told so at once; beyond, they are closed without a word.
    private static let beingToldMax = 64

    /// Connections that were turned away.
    private(set) var refused = 0
    private(set) var refusedByAddress = 0

    let proxies: TrustedProxies
    private let eventLoop: any EventLoop
    var limits: ServerLimits
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private var counts: [ClientAddress: Int] = [:]
    private var beingTold = 0
    private var isClosed = false
    private var onEmpty: (() -> Void)?

    init(eventLoop: any EventLoop, limits: ServerLimits, proxies: TrustedProxies) {
        self.eventLoop = eventLoop
        self.limits = limits
        self.proxies = proxies
    }

    /// Connections that are open, of any kind.
    var count: Int { channels.count }

    /// Whether a new connection may stay; its end is noticed. Those of a trusted proxy count by whom they serve, once that
    /// is known.
    func enter(_ channel: any Channel) -> Verdict {
        guard !isClosed, channels.count < limits.connections else {
            refused += 1
            return .refused
        }
        guard let remote = channel.remoteAddress, !proxies.contains(remote), let address = ClientAddress(remote) else {
            return admit(channel) {}
        }
        guard hasRoom(for: address, isLoopback: remote.isLoopback) else { return refuse(channel) }
        counts[address, default: 0] += 1
        return admit(channel) { self.leave(address) }
    }

    /// Whether a connection that was let in may become a socket of the client it serves: always, where that is its other
    /// end, which has been counted.
    func enter(_ channel: any Channel, for client: SocketAddress?) -> Bool {
        guard let remote = channel.remoteAddress, proxies.contains(remote), let client,
            let address = ClientAddress(client)
        else { return true }
        guard hasRoom(for: address, isLoopback: remote.isLoopback && client.isLoopback) else {
            refusedByAddress += 1
            return false
        }
        counts[address, default: 0] += 1
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.leave(address) }
        return true
    }

    private func hasRoom(for address: ClientAddress, isLoopback: Bool) -> Bool {
        let addressMax = isLoopback ? limits.connectionsOfLoopback ?? .max : limits.connectionsOfAddress
        return counts[address, default: 0] < addressMax
    }

    /// Lets nobody in any more, and closes what waits for a request.
    func close() {
        isClosed = true
        for channel in channels.values { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Calls a body once the last connection has gone by itself: its request is answered.
    func whenEmpty(_ body: @escaping () -> Void) {
        guard !channels.isEmpty else { return body() }
        onEmpty = body
    }

    /// Closes what is still open; succeeds once all of it is closed.
    func abort() -> EventLoopFuture<Void> {
        let closed = channels.values.map(\.closeFuture)
        for channel in channels.values { channel.close(promise: nil) }
        return .andAllComplete(closed, on: eventLoop)
    }

    private func admit(_ channel: any Channel, onClose: @escaping () -> Void) -> Verdict {
        let id = ObjectIdentifier(channel)
        channels[id] = channel
        channel.closeFuture.assumeIsolated().whenComplete { _ in
            self.channels[id] = nil
            onClose()
            guard self.channels.isEmpty, let done = self.onEmpty else { return }
            self.onEmpty = nil
            done()
        }
        return .welcome
    }

    private func refuse(_ channel: any Channel) -> Verdict {
        refusedByAddress += 1
        guard beingTold < Self.beingToldMax else { return .refused }
        beingTold += 1
        _ = admit(channel) { self.beingTold -= 1 }
        return .tooManyFromAddress
    }

    private func leave(_ address: ClientAddress) {
        let left = counts[address, default: 0] - 1
        counts[address] = left > 0 ? left : nil
    }
}
