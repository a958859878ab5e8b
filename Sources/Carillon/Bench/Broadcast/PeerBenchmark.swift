import Foundation
import NIOCore
import NIOPosix

/// Runs the broadcast benchmark's loads against third-party servers that are installed, with the same generator on the
/// same machine, so that the figures compare.
struct PeerBenchmark: Benchmark {
    let name = "peers"
    let activity = "broadcasting from \(BroadcastPeer.all.map(\.package).joined(separator: " and "))"
    let splitsCores = true

    private let installed = BroadcastPeer.all.filter { $0.program != nil }

    var figures: [Figure<[String: FanOut.Runs]>] {
        installed.flatMap { peer in
            FanOut.figures(of: peer.name).map { figure in
                figure.of { (runs: [String: FanOut.Runs]) in runs[peer.name] ?? FanOut.Runs() }
            }
        }
    }

    var missing: String? {
        let packages = BroadcastPeer.all.filter { $0.program == nil }.map(\.package)
        return packages.isEmpty ? nil : "left out, not installed: apt-get install \(packages.joined(separator: " "))"
    }

    func measure(_ size: BenchSize) async throws -> [String: FanOut.Runs] {
        try DescriptorLimit.raise(toAtLeast: size.of(BroadcastBenchmark.manyListeners) + 256)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let loop = group.next()
        var runs: [String: FanOut.Runs] = [:]
        for peer in installed {
            guard let program = peer.program else { continue }
            runs[peer.name] = try await FanOut.Runs(size) { load in
                let server = try await PeerProcess.start(peer, at: program)
                defer { server.stop() }
                return try await FanOut(
                    processID: server.processID, port: server.port,
                    listener: { PeerListener(at: peer, of: $0, isSampled: $1, ready: $2) },
                    publisher: { PeerPublisher(at: peer) }, publishing: "TCP in its own protocol"
                ).run(load, on: loop)
            }
        }
        try await group.shutdownGracefully()
        return runs
    }
}

/// A third-party server that fans out messages over TCP in its own protocol, as packaged by Debian.
struct BroadcastPeer: Sendable {
    /// The prefix of its figures' names.
    let name: String
    /// The Debian package, which has the same name as the program.
    let package: String
    /// Arguments that make it listen on a loopback port and store nothing.
    let arguments: @Sendable (_ port: Int) -> [String]
    /// The text that a listener sends first.
    let opening: String
    /// The end of the server's reply, after which the listener is subscribed.
    let ready: String
    /// The text before and after a message that is delivered to a listener.
    let frame: (before: String, after: String)
    /// The server's keep-alive request and the reply it expects; nil if it sends none.
    let heartbeat: (asks: String, answer: String)?
    /// The text before and after a message that is published.
    let publication: (before: String, after: String)

    static let all: [BroadcastPeer] = [nats, redis]

    private static let channel = EventStream.channel
    private static let bytes = EventStream.messageBytes

    /// Source: NATS client protocol (docs.nats.io); PONG answers after the subscription is in place.
    private static let nats = BroadcastPeer(
        name: "nats", package: "nats-server", arguments: { ["-a", "127.0.0.1", "-p", String($0)] },
        opening: "CONNECT {\"verbose\":false}\r\nSUB \(channel) 1\r\nPING\r\n", ready: "PONG\r\n",
        frame: ("MSG \(channel) 1 \(bytes)\r\n", "\r\n"), heartbeat: ("PING\r\n", "PONG\r\n"),
        publication: ("PUB \(channel) \(bytes)\r\n", "\r\n"))

    /// Source: Redis serialization protocol, version 2 (redis.io).
    private static let redis = BroadcastPeer(
        name: "redis", package: "redis-server",
        arguments: {
            [
                "--port", String($0), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--maxclients",
                "12000",
                "--client-output-buffer-limit", "pubsub 0 0 0",
            ]
        },
        opening: "*2\r\n$9\r\nSUBSCRIBE\r\n$\(channel.utf8.count)\r\n\(channel)\r\n", ready: ":1\r\n",
        frame: ("*3\r\n$7\r\nmessage\r\n$\(channel.utf8.count)\r\n\(channel)\r\n$\(bytes)\r\n", "\r\n"),
        heartbeat: nil,
        publication: ("*3\r\n$7\r\nPUBLISH\r\n$\(channel.utf8.count)\r\n\(channel)\r\n$\(bytes)\r\n", "\r\n"))

    /// The program's location; nil if it is not installed.
    var program: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
        return (folders + ["/usr/sbin"]).map { URL(fileURLWithPath: $0).appendingPathComponent(package) }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}

/// A third-party server in its own process on a free loopback port, for the duration of a benchmark.
final class PeerProcess {
    let processID: Int32
    let port: Int
    private let process: Process

    /// How often, and at what interval, a connection is tried until the server has come up.
    private static let looks = 100
    private static let look = Duration.milliseconds(50)

    private init(_ process: Process, port: Int) {
        self.process = process
        processID = process.processIdentifier
        self.port = port
    }

    /// - Throws: `BenchError` when it does not come up.
    static func start(_ peer: BroadcastPeer, at program: URL) async throws -> PeerProcess {
        let port = try LoopbackSocket.freePort()
        let process = CoreAffinity.process(program, peer.arguments(port))
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let running = PeerProcess(process, port: port)
        for _ in 0..<looks where process.isRunning {
            if try LoopbackSocket.answers(port) { return running }
            try await Task.sleep(for: look)
        }
        running.stop()
        throw BenchError("\(peer.package) did not come up on port \(port)")
    }

    /// Kills the process. A request to terminate would stay pending, because the process inherits this one's blocked
    /// signals. It has no data to lose.
    func stop() {
        _ = kill(processID, SIGKILL)
        process.waitUntilExit()
    }
}

/// One listener of a third-party server. It reads only the length of a message.
final class PeerListener: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let peer: BroadcastPeer
    private let pool: ListenerPool
    private let isSampled: Bool
    private var ready: EventLoopPromise<Void>?
    private var rest = PartialMessageBuffer()

    init(at peer: BroadcastPeer, of pool: ListenerPool, isSampled: Bool, ready: EventLoopPromise<Void>) {
        self.peer = peer
        self.pool = pool
        self.isSampled = isSampled
        self.ready = ready
    }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(ByteBuffer(string: peer.opening)), promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        ready?.fail(BenchError("\(peer.name) closed a listener's connection"))
        ready = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = rest.joined(unwrapInboundIn(data))
        guard ready == nil else { return readHandshake(buffer) }
        while handleHeartbeat(&buffer, context) || handleMessage(&buffer) {}
        rest.keep(buffer)
        pool.counted?()
    }

    private func handleMessage(_ buffer: inout ByteBuffer) -> Bool {
        let (before, after) = (peer.frame.before.utf8.count, peer.frame.after.utf8.count)
        guard buffer.readableBytes >= before + EventStream.messageBytes + after else { return false }
        buffer.moveReaderIndex(forwardBy: before)
        pool.received += 1
        if isSampled, let moment = EventStream.moment(in: buffer) { pool.sampled?(moment) }
        buffer.moveReaderIndex(forwardBy: EventStream.messageBytes + after)
        return true
    }

    private func handleHeartbeat(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) -> Bool {
        guard let heartbeat = peer.heartbeat, buffer.readableBytesView.starts(with: heartbeat.asks.utf8) else {
            return false
        }
        buffer.moveReaderIndex(forwardBy: heartbeat.asks.utf8.count)
        context.writeAndFlush(NIOAny(ByteBuffer(string: heartbeat.answer)), promise: nil)
        return true
    }

    private func readHandshake(_ said: ByteBuffer) {
        guard String(buffer: said).hasSuffix(peer.ready) else { return rest.keep(said) }
        ready?.succeed()
        ready = nil
    }
}

/// A connection that publishes to a third-party server and ignores its replies. Used on its event loop only.
final class PeerPublisher: ChannelInboundHandler, EventPublisher {
    typealias InboundIn = ByteBuffer

    private let peer: BroadcastPeer
    private var channel: (any Channel)?

    init(at peer: BroadcastPeer) { self.peer = peer }

    func connect(port: Int, on loop: any EventLoop, failed: @escaping (BenchError) -> Void) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(self, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
            }
            .connect(host: "127.0.0.1", port: port).map { bound.value.channel = $0 }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func publish(_ data: String) {
        let text = peer.publication.before + EventStream.message(data) + peer.publication.after
        channel?.writeAndFlush(ByteBuffer(string: text), promise: nil)
    }

    func close() { channel?.close(promise: nil) }
}
