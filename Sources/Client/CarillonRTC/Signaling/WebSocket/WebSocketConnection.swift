internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import NIOSSL
internal import NIOWebSocket

/// One WebSocket: hops to its event loop, where `WebSocketLink` holds all state.
final class WebSocketConnection: SignalingConnection {
    let events: AsyncStream<SignalingEvent>
    private let loop: any EventLoop
    private let link: WebSocketLink

    init(url: SignalingURL, configuration: WebSocketTransport.Configuration, loop: any EventLoop) {
        let (stream, continuation) = AsyncStream<SignalingEvent>.makeStream()
        events = stream
        self.loop = loop
        link = WebSocketLink(url: url, configuration: configuration, loop: loop, report: continuation)
    }

    func dial(tls: NIOSSLContext?) { loop.execute { [link] in link.dial(tls: tls) } }
    func send(_ text: [UInt8]) { loop.execute { [link] in link.send(text) } }
    func close() { loop.execute { [link] in link.close() } }
    func fail(_ closure: SignalingClosure) { loop.execute { [link] in link.end(closure) } }
}
