internal import HTTPTypes
package import NIOCore
internal import NIOHTTP1

/// Counts open connections, in total and by address, and refuses those beyond the limits.
final class ConnectionAdmission {
    /// The decision about a new connection.
    enum Verdict {
        case admitted
        /// Its address has too many connections. It stays open until it has been told so.
        case tooManyFromAddress
        /// The exchange has too many connections or is stopping. The caller closes the connection.
        case refused
    }

    /// Refused connections that are told the reason at the same time; further ones are closed without an answer.
    private static let answeringRefusalsMax = 64

    /// The number of connections refused because of the total limit.
    private(set) var refused = 0
    private(set) var refusedByAddress = 0

    let proxies: TrustedProxies
    private let eventLoop: any EventLoop
    var limits: ServerLimits
    private var channels: [ObjectIdentifier: any Channel] = [:]
    private var counts: [ClientAddress: Int] = [:]
    private var answeringRefusals = 0
    private var isClosed = false
    private var onEmpty: (() -> Void)?

    init(eventLoop: any EventLoop, limits: ServerLimits, proxies: TrustedProxies) {
        self.eventLoop = eventLoop
        self.limits = limits
        self.proxies = proxies
    }

    /// The number of open connections of any kind.
    var count: Int { channels.count }

    /// Decides whether a new connection may stay, and counts it until it closes. A connection of a trusted proxy is
    /// counted by its client, in `enter(_:for:)`, once the client is known.
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

    /// Decides whether an admitted connection may become a socket of the client it serves. Only a trusted proxy's
    /// connection can be refused here; any other was counted when it was accepted.
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

    /// Admits no more connections, and closes those that wait for a request.
    func close() {
        isClosed = true
        for channel in channels.values { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }

    /// Calls a body once the last connection has closed by itself, after the answer to its request.
    func whenEmpty(_ body: @escaping () -> Void) {
        guard !channels.isEmpty else { return body() }
        onEmpty = body
    }

    /// Closes all open connections; succeeds once they are closed.
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
        return .admitted
    }

    private func refuse(_ channel: any Channel) -> Verdict {
        refusedByAddress += 1
        guard answeringRefusals < Self.answeringRefusalsMax else { return .refused }
        answeringRefusals += 1
        _ = admit(channel) { self.answeringRefusals -= 1 }
        return .tooManyFromAddress
    }

    private func leave(_ address: ClientAddress) {
        let left = counts[address, default: 0] - 1
        counts[address] = left > 0 ? left : nil
    }
}

/// Answers the one request of a connection whose address has too many connections with 429, then closes it.
final class TooManyConnectionsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// How long such a connection may take to send its request: long enough for a slow link, short because it occupies
    /// a place.
    static let requestWait = TimeAmount.seconds(5)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let problem = Problem(.tooManyRequests, "There are too many connections from this address; close some.")
        let body = problem.body
        let headers: HTTPHeaders = [
            "Content-Type": Problem.contentType, "Content-Length": String(body.count), "Connection": "close",
        ]
        let head = HTTPResponseHead(version: .http1_1, status: .tooManyRequests, headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).assumeIsolated().whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}

/// Closes an unused connection when the exchange stops. Client pools open connections ahead of need, and before the
/// first request no handler behind this one would close them.
package final class IdleConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = ByteBuffer

    package init() {}

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.fireChannelRead(data)
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard event is ChannelShouldQuiesceEvent else { return context.fireUserInboundEventTriggered(event) }
        context.close(promise: nil)
    }
}
