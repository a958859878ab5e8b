import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import WireJSON

/// One Verto socket of the load generator. It sends prepared text and passes incoming messages on as parsed objects.
///
/// Used on its event loop only.
final class LoadSocket: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private let device: any LoadSocketOwner
    private var context: ChannelHandlerContext?

    init(of device: any LoadSocketOwner) {
        self.device = device
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func send(_ text: String) {
        guard let context else { return }
        let frame = WebSocketFrame(
            fin: true, opcode: .text, maskKey: [1, 2, 3, 4], data: context.channel.allocator.buffer(string: text))
        context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
    }

    func close() {
        context?.close(promise: nil)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        guard frame.opcode == .text else { return }
        let bytes = frame.unmaskedData.readableBytesView
        guard let object = try? JSONParser.parse(Array(bytes)).object else { return }
        device.receive(object)
    }

    /// Connects `device` on `loop`, which must be the current one. The future succeeds when the upgrade is complete.
    static func connect(_ device: any LoadSocketOwner, port: Int, on loop: any EventLoop) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(device, eventLoop: loop)
        let upgraded = loop.makePromise(of: Void.self)
        ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    // Text written before the upgrade is complete would be lost, so the login waits for it.
                    try upgrade(channel, for: bound).map { bound.value.logIn(on: $0.value) }.cascade(to: upgraded)
                }
            }
            .connect(host: "127.0.0.1", port: port)
            .cascadeFailure(to: upgraded)
        return upgraded.futureResult
    }

    private static func upgrade(_ channel: any Channel, for device: NIOLoopBound<any LoadSocketOwner>) throws
        -> EventLoopFuture<
            NIOLoopBound<LoadSocket>
        >
    {
        let upgrader = NIOTypedWebSocketClientUpgrader<NIOLoopBound<LoadSocket>> { channel, _ in
            channel.eventLoop.makeCompletedFuture {
                let socket = LoadSocket(of: device.value)
                try channel.pipeline.syncOperations.addHandler(socket)
                return NIOLoopBound(socket, eventLoop: channel.eventLoop)
            }
        }
        var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
        head.headers.add(name: "Host", value: "127.0.0.1")
        var configuration = NIOUpgradableHTTPClientPipelineConfiguration(
            upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                upgradeRequestHead: head, upgraders: [upgrader],
                notUpgradingCompletionHandler: {
                    $0.eventLoop.makeFailedFuture(BenchError("the exchange refused the upgrade"))
                }))
        configuration.leftOverBytesStrategy = .forwardBytes
        return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(configuration: configuration)
    }
}

/// The user of a Verto socket of the load generator. Called on its event loop only.
protocol LoadSocketOwner: AnyObject {
    /// Called when the socket is open.
    func logIn(on socket: LoadSocket)
    func receive(_ object: JSONObject)
}
