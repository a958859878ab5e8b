internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket
internal import Retransmission

/// One WebSocket over NIO, with all its state.
///
/// `@unchecked Sendable`: all members are used on `loop` only; each entry point asserts it with `assertInEventLoop`.
final class WebSocketLink: @unchecked Sendable {
    /// How long the other side may take to echo our close frame before the socket is closed anyway.
    static let closeEchoLimit = TimeAmount.seconds(1)

    private let url: SignalingURL
    private let configuration: WebSocketTransport.Configuration
    private let reached: ReachedAddresses
    private let loop: any EventLoop
    private let report: AsyncStream<SocketEvent>.Continuation

    private var machine = DialMachine()
    /// The channels of each attempt to connect: one for each address of the host.
    private var attempts: [Int: [any Channel]] = [:]
    private var channel: (any Channel)?
    private var isOpen = false
    private var hasEnded = false
    private var isFlushScheduled = false
    private var outboundBytes = 0
    private var deadline: Scheduled<Void>?

    init(
        url: SignalingURL, configuration: WebSocketTransport.Configuration, reached: ReachedAddresses,
        loop: any EventLoop, report: AsyncStream<SocketEvent>.Continuation
    ) {
        self.url = url
        self.configuration = configuration
        self.reached = reached
        self.loop = loop
        self.report = report
    }

    func dial(tls: NIOSSLContext?) {
        loop.assertInEventLoop()
        let limit = TimeAmount(configuration.dialTimeLimit)
        deadline = loop.assumeIsolated().scheduleTask(in: limit) { self.end(.dialTimedOut) }
        handle(.began, tls: tls)
    }

    /// - Parameters:
    ///   - channel: that of an attempt that connected.
    ///   - error: of an attempt that failed.
    private func handle(
        _ event: DialEvent, tls: NIOSSLContext?, channel: (any Channel)? = nil, error: (any Error)? = nil
    ) {
        var effects: [DialEffect] = []
        machine.handle(event, into: &effects)
        for effect in effects {
            switch effect {
            case .attempt(let number): connect(number, tls: tls)
            case .attemptElsewhere(let number): connect(number, over: configuration.otherInterface(), tls: tls)
            case .wait(let delay):
                loop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) {
                    if !self.hasEnded { self.handle(.delayPassed, tls: tls) }
                }
            case .use(let number):
                self.channel = channel
                attempts[number] = nil
                if let address = channel?.remoteAddress { reached.note(address, of: url) }
            case .close(let number): close(attempt: number)
            case .fail: if let error { end(SignalingClosure(error)) }
            }
        }
    }

    /// - Parameter interface: the one to connect over; nil for the system's choice.
    private func connect(_ number: Int, over interface: String? = nil, tls: NIOSSLContext?) {
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(TimeAmount(configuration.dialTimeLimit))
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelOption(.allowRemoteHalfClosure, value: false)
            .channelInitializer { channel in
                self.attempts[number, default: []].append(channel)
                Retransmission.hasten(on: channel)
                if let interface { OtherInterface.bind(channel, to: interface) }
                return channel.eventLoop.makeCompletedFuture { try self.prepare(channel, tls: tls) }
            }
        let known = interface.flatMap { _ in reached.address(of: url) }
        let connected = known.map(bootstrap.connect(to:)) ?? bootstrap.connect(host: url.host, port: Int(url.port))
        connected.whenComplete { result in
            switch result {
            case .success(let channel) where self.hasEnded: channel.close(promise: nil)
            case .success(let channel): self.handle(.connected(number), tls: tls, channel: channel)
            case .failure(let error): self.handle(.failed(number), tls: tls, error: error)
            }
        }
    }

    private func close(attempt number: Int) {
        for channel in attempts.removeValue(forKey: number) ?? [] where !isInUse(channel) {
            channel.close(promise: nil)
        }
    }

    func send(_ text: [UInt8]) {
        loop.assertInEventLoop()
        guard isOpen, !hasEnded, let channel else { return }
        guard outboundBytes + text.count <= configuration.outboundBytesMax else { return end(.outboundOverflow) }
        outboundBytes += text.count
        write(.text, channel.allocator.buffer(bytes: text), on: channel).whenComplete { [count = text.count] _ in
            self.outboundBytes -= count
        }
    }

    /// Sends a close frame and does not wait for the echo, because later frames are irrelevant. The end is reported
    /// when everything is written, or cannot be within `closeEchoLimit`: a process may exit on that report.
    func close() {
        loop.assertInEventLoop()
        guard !hasEnded else { return }
        guard isOpen, let channel else { return end(.local) }
        hasEnded = true
        sendClose(.normalClosure, on: channel).whenComplete { _ in self.finish(.local) }
        loop.scheduleTask(in: Self.closeEchoLimit) { channel.close(promise: nil) }
    }

    func lost(_ channel: any Channel) {
        guard isInUse(channel) else { return }
        end(isOpen ? .remote(code: nil) : .unreachable("the connection closed during the upgrade"))
    }

    func failed(_ error: any Error, on channel: any Channel) { end(SignalingClosure(error), on: channel) }

    func end(_ closure: SignalingClosure, on channel: any Channel) {
        if isInUse(channel) { end(closure) }
    }

    /// Whether this is the channel in use. Each attempt tries each address of the host with a channel of its own, and
    /// only the first that connects counts.
    private func isInUse(_ channel: any Channel) -> Bool { self.channel === channel }

    func end(_ closure: SignalingClosure) {
        loop.assertInEventLoop()
        guard !hasEnded else { return }
        finish(closure)
        for number in attempts.keys { close(attempt: number) }
        guard let channel else { return }
        if isOpen, case .protocolViolation = closure { _ = sendClose(.protocolError, on: channel) }
        channel.close(promise: nil)
    }

    func opened(_ channel: any Channel) {
        loop.assertInEventLoop()
        guard !hasEnded, self.channel == nil || isInUse(channel) else { return channel.close(promise: nil) }
        self.channel = channel
        isOpen = true
        deadline?.cancel()
        report.yield(.opened)
    }

    func received(_ frame: WebSocketFrame, on channel: any Channel) {
        loop.assertInEventLoop()
        switch frame.opcode {
        case .text: if !hasEnded { report.yield(.text(Array(buffer: frame.unmaskedData))) }
        case .ping: _ = write(.pong, frame.unmaskedData, on: channel)
        case .pong: break
        case .connectionClose: answerClose(frame, on: channel)
        case .binary: end(.protocolViolation("a binary frame"))
        default: end(.protocolViolation("a frame of unknown kind"))
        }
    }

    private func answerClose(_ frame: WebSocketFrame, on channel: any Channel) {
        var data = frame.unmaskedData
        let code = data.getInteger(at: data.readerIndex, as: UInt16.self)
        if !hasEnded {
            _ = write(.connectionClose, data.readSlice(length: min(2, data.readableBytes)) ?? data, on: channel)
            channel.flush()
        }
        end(.remote(code: code))
        channel.close(promise: nil)
    }

    private func sendClose(_ reason: WebSocketErrorCode, on channel: any Channel) -> EventLoopFuture<Void> {
        var code = channel.allocator.buffer(capacity: 2)
        code.write(webSocketErrorCode: reason)
        let written = write(.connectionClose, code, on: channel)
        channel.flush()
        return written
    }

    /// Writes a frame. Frames of one loop iteration are sent in one write to the socket, each with its own mask (RFC
    /// 6455 §5.3).
    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer, on channel: any Channel) -> EventLoopFuture<Void>
    {
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
        let written = channel.write(frame)
        guard !isFlushScheduled else { return written }
        isFlushScheduled = true
        loop.execute {
            self.isFlushScheduled = false
            channel.flush()
        }
        return written
    }

    private func finish(_ closure: SignalingClosure) {
        hasEnded = true
        deadline?.cancel()
        report.yield(.closed(closure))
        report.finish()
    }

    /// Sets up the pipeline. The link opens when the upgrade's future completes, because the HTTP encoder is still in
    /// the pipeline before that.
    private func prepare(_ channel: any Channel, tls: NIOSSLContext?) throws {
        let pipeline = channel.pipeline.syncOperations
        if let tls {
            try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: url.nameForTLS))
        }
        let upgrader = NIOTypedWebSocketClientUpgrader<Bool>(
            maxFrameSize: configuration.messageBytesMax, enableAutomaticErrorHandling: false
        ) { channel, _ in
            channel.eventLoop.makeCompletedFuture { try self.addFrameHandlers(to: channel) }
        }
        let upgrade = NIOTypedHTTPClientUpgradeConfiguration(
            upgradeRequestHead: upgradeRequest, upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(RefusedUpgradeHandler(link: self))
                    return false
                }
            })
        var pipelineConfiguration = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: upgrade)
        // A server may send its first frame in the packet of its upgrade.
        pipelineConfiguration.leftOverBytesStrategy = .forwardBytes
        try pipeline.configureUpgradableHTTPClientPipeline(configuration: pipelineConfiguration)
            .whenComplete { result in
                switch result {
                case .success(true): self.opened(channel)
                case .success(false): break
                case .failure(let error): self.failed(error, on: channel)
                }
            }
        try pipeline.addHandler(ConnectionLossHandler(link: self))
    }

    private func addFrameHandlers(to channel: any Channel) throws -> Bool {
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(
            NIOWebSocketFrameAggregator(
                minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: configuration.fragmentCountMax,
                maxAccumulatedFrameSize: configuration.messageBytesMax))
        try pipeline.addHandler(WebSocketFrameHandler(link: self))
        return true
    }

    private var upgradeRequest: HTTPRequestHead {
        HTTPRequestHead(
            version: .http1_1, method: .GET, uri: url.target,
            headers: ["Host": url.hostHeader, "User-Agent": configuration.userAgent])
    }
}

/// Passes the frames of an upgraded connection to its link.
final class WebSocketFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        link.received(unwrapInboundIn(data), on: context.channel)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { link.end(SignalingClosure(error)) }
}

/// Reports the end of the channel, and errors before the upgrade such as a refused certificate.
final class ConnectionLossHandler: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelInactive(context: ChannelHandlerContext) {
        link.lost(context.channel)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { link.failed(error, on: context.channel) }
}

/// Reports an HTTP answer that refuses the upgrade.
final class RefusedUpgradeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let link: WebSocketLink

    init(link: WebSocketLink) { self.link = link }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) {
            link.end(.upgradeRefused(status: Int(head.status.code)), on: context.channel)
        }
    }
}
