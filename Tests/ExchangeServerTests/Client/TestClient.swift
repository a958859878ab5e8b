import ExchangeServer
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import WireJSON

/// A WebSocket client that says exactly what a test tells it to.
final class TestClient: Sendable {
    let channel: any Channel
    let stream: FrameStream

    private init(channel: any Channel, stream: FrameStream) {
        self.channel = channel
        self.stream = stream
    }

    /// Connects and upgrades.
    static func connect(
        to server: ExchangeServer, port: Int? = nil, path: String = "/", trusting authority: String? = nil,
        receiveBuffer: Int? = nil, headers: [(String, String)] = []
    ) async throws -> TestClient {
        let tls = try authority.map { try context(trusting: $0) }
        let stream = FrameStream(eventLoop: MultiThreadedEventLoopGroup.singleton.any())
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let receiveBuffer {
            bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: .init(receiveBuffer))
        }
        let place = port ?? server.port
        let upgrade: EventLoopFuture<any Channel> = try await bootstrap.connect(host: "127.0.0.1", port: place) {
            channel in
            channel.eventLoop.makeCompletedFuture {
                if let tls {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                }
                return try upgradeHandler(channel, path: path, headers, stream: stream)
            }
        }
        return TestClient(channel: try await upgrade.get(), stream: stream)
    }

    static func context(trusting authority: String) throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(authority)
        return try NIOSSLContext(configuration: configuration)
    }

    private static func upgradeHandler(
        _ channel: any Channel, path: String, _ headers: [(String, String)], stream: FrameStream
    ) throws -> EventLoopFuture<any Channel> {
        let upgrader = NIOTypedWebSocketClientUpgrader<any Channel>(maxFrameSize: 1 << 24) { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(TestSocketHandler(stream: stream))
                return channel
            }
        }
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
        head.headers.add(name: "Host", value: "localhost")
        for (name, value) in headers { head.headers.add(name: name, value: value) }
        let configuration = NIOTypedHTTPClientUpgradeConfiguration<any Channel>(
            upgradeRequestHead: head, upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeFailedFuture(TestFailure(description: "the server did not upgrade"))
            })
        var upgrade = NIOUpgradableHTTPClientPipelineConfiguration(upgradeConfiguration: configuration)
        // A server that speaks first may do so in the packet of its upgrade.
        upgrade.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: upgrade)
    }

    // MARK: - Sending

    func send(_ object: JSONObject) {
        send(text: object.jsonText)
    }

    func send(text: String) {
        write(WebSocketFrame(fin: true, opcode: .text, maskKey: .random(), data: ByteBuffer(string: text)))
    }

    func write(_ frame: WebSocketFrame) {
        channel.writeAndFlush(frame, promise: nil)
    }

    func request(_ id: JSONValue, _ method: String, _ params: JSONObject) {
        send(["jsonrpc": "2.0", "id": id, "method": .string(method), "params": .object(params)])
    }

    /// Stops reading from the network: what the server sends piles up.
    func stopReading() async throws {
        try await channel.setOption(.autoRead, value: false).get()
    }

    // MARK: - Waiting

    /// The next message, whatever it is.
    func message() async throws -> JSONObject {
        switch await stream.next() {
        case .message(let object)?: return object
        case let other:
            throw TestFailure(
                description: "a message was awaited, not \(other.map(String.init(describing:)) ?? "silence")")
        }
    }

    /// The result of the next message, which must be the reply to a request.
    func result(of id: JSONValue) async throws -> JSONObject {
        let message = try await message()
        guard message["id"] == id, let result = message["result"]?.object else {
            throw TestFailure(description: "a result of \(id.jsonText) was awaited, not \(message.jsonText)")
        }
        return result
    }

    /// The error of the next message, which must be the reply to a request.
    func failure(of id: JSONValue) async throws -> (code: Int64, message: String, object: JSONObject) {
        let message = try await message()
        guard message["id"] == id, let error = message["error"]?.object, let code = error["code"]?.integer else {
            throw TestFailure(description: "an error of \(id.jsonText) was awaited, not \(message.jsonText)")
        }
        return (code, error["message"]?.string ?? "", error)
    }

    /// The parameters of the next message, which must be a request of the server of that method.
    func told(_ method: String) async throws -> JSONObject {
        let message = try await message()
        guard message["method"]?.string == method, let params = message["params"]?.object else {
            throw TestFailure(description: "\(method) was awaited, not \(message.jsonText)")
        }
        return params
    }

    /// How the connection ends: the code of the close frame, nil without one. Messages before it are passed over.
    func end() async throws -> UInt16? {
        var code: UInt16?
        while true {
            switch await stream.next() {
            case .close(let received)?: code = received
            case .end?: return code
            case .message?, .text?, .pong?: continue
            case nil: throw TestFailure(description: "the connection did not end")
            }
        }
    }

    func close() async {
        try? await channel.close().get()
    }

    /// Says goodbye; returns when the server has closed its side, and so counts the connection no more.
    /// - Parameter code: 1000 for a goodbye, 1001 as a page that is left or loaded again.
    func leave(code: UInt16 = 1000) async throws {
        write(
            WebSocketFrame(
                fin: true, opcode: .connectionClose, maskKey: .random(), data: ByteBuffer(integer: code)))
        _ = try await end()
    }
}

extension TestClient {
    /// Writes bytes as they are, below the framing.
    func sendRaw(_ bytes: [UInt8]) async throws {
        let channel = channel
        try await channel.eventLoop.submit {
            let encoder = try channel.pipeline.syncOperations.context(handlerType: WebSocketFrameEncoder.self)
            encoder.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: nil)
        }.get()
    }
}
