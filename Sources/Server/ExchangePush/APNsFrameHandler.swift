internal import CallModel
internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP2
internal import NIOPosix
internal import NIOSSL
internal import PushDelivery
internal import Redaction

/// One HTTP/2 connection to Apple's service: turns requests into frames and frames into events. It makes no decisions.
///
/// Streams have no channels of their own: the sender numbers them itself, and ten thousand a second are expected.
final class APNsFrameHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    /// Bytes read before the connection's window is opened again: half of the initial window of both sides.
    private static let windowShare = 32_768
    /// The most streams with incomplete answers: more than the sender ever uses at once.
    private static let answersMax = 4_096

    private struct Answer {
        var status: Int
        var body: [UInt8] = []
    }

    private let id: APNsConnectionID
    private let host: String
    private let report: (APNsEvent) -> Void
    private var context: ChannelHandlerContext?
    private var answers: [Int32: Answer] = [:]
    private var hasSettings = false
    private var isClosing = false
    private var bytesWritten = 0
    /// While answers are read, the resulting frames are only written; they are flushed together at the end.
    private var isReading = false

    init(_ id: APNsConnectionID, host: String, report: @escaping (APNsEvent) -> Void) {
        self.id = id
        self.host = host
        self.report = report
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        if isClosing { context.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        self.context = nil
    }

    func channelInactive(context: ChannelHandlerContext) {
        report(.closed(id))
        context.fireChannelInactive()
    }

    /// Any error closes the connection: its requests are sent on another one.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        isReading = false
        context.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isReading = true
        let frame = unwrapInboundIn(data)
        let stream = Int32(Int(frame.streamID))
        switch frame.payload {
        case .headers(let headers): handle(headers, of: stream)
        case .data(let data): handle(data, of: stream)
        case .settings(.settings(let settings)): handle(settings)
        case .rstStream(let code):
            answers[stream] = nil
            report(.reset(id, stream: stream, wasRefused: code == .refusedStream))
        case .goAway(let last, _, let debugData): goAway(last, debugData)
        case .ping(_, let isAnswer): if isAnswer { report(.ponged(id)) }
        // The HTTP/2 layer handles the other frames.
        case .settings(.ack), .priority, .windowUpdate, .pushPromise, .alternativeService, .origin: break
        }
    }

    private func handle(_ settings: HTTP2Settings) {
        let limit = settings.last { $0.parameter == .maxConcurrentStreams }?.value
        if let limit {
            report(.settings(id, streamsMax: limit))
        } else if !hasSettings {
            report(.settings(id, streamsMax: Int(Int32.max)))
        }
        // The server's first frame opens the connection.
        if !hasSettings { report(.opened(id)) }
        hasSettings = true
    }

    private func handle(_ headers: HTTP2Frame.FramePayload.Headers, of stream: Int32) {
        if answers[stream] == nil {
            guard let status = headers.headers.first(name: ":status").flatMap({ Int($0) }), status >= 200,
                answers.count < Self.answersMax
            else { return }
            if headers.endStream {
                report(.answered(id, stream: stream, APNsResponse(status: status)))
                return
            }
            answers[stream] = Answer(status: status)
        } else if headers.endStream {
            finish(stream)
        }
    }

    private func handle(_ data: HTTP2Frame.FramePayload.Data, of stream: Int32) {
        if case .byteBuffer(let buffer) = data.data {
            bytesWritten += buffer.readableBytes + (data.paddingBytes.map { $0 + 1 } ?? 0)
            let room = APNsResponse.bodyByteCountMax - (answers[stream]?.body.count ?? 0)
            answers[stream]?.body += buffer.readableBytesView.prefix(max(room, 0))
        }
        if bytesWritten >= Self.windowShare {
            write(.rootStream, .windowUpdate(windowSizeIncrement: bytesWritten))
            bytesWritten = 0
        }
        if data.endStream { finish(stream) }
    }

    private func finish(_ stream: Int32) {
        guard let answer = answers.removeValue(forKey: stream) else { return }
        report(.answered(id, stream: stream, APNsResponse(status: answer.status, body: answer.body)))
    }

    private func goAway(_ last: HTTP2StreamID, _ debugData: ByteBuffer?) {
        let body = debugData.map { Array($0.readableBytesView.prefix(APNsResponse.bodyByteCountMax)) } ?? []
        report(.goAway(id, lastStream: Int32(Int(last)), APNsResponse(status: 0, body: body).reason))
    }

    // The lane calls these methods on the event loop.

    func send(_ request: APNsRequest, on stream: Int32, authorization: String) {
        guard let context else { return }
        let id = HTTP2StreamID(Int(stream))
        write(id, .headers(.init(headers: headers(of: request, authorization: authorization))))
        let body = context.channel.allocator.buffer(bytes: request.payload)
        write(id, .data(.init(data: .byteBuffer(body), endStream: true)))
    }

    func cancel(_ stream: Int32) {
        answers[stream] = nil
        write(HTTP2StreamID(Int(stream)), .rstStream(.cancel))
    }

    func ping() {
        write(.rootStream, .ping(HTTP2PingData(), ack: false))
    }

    func flush() {
        if !isReading { context?.flush() }
    }

    func close() {
        isClosing = true
        context?.close(promise: nil)
    }

    private func write(_ stream: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload) {
        guard let context else { return }
        context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    /// Fields that differ from push to push stay out of the compressor's table, where they would only displace the
    /// token.
    private func headers(of request: APNsRequest, authorization: String) -> HPACKHeaders {
        var headers = HPACKHeaders()
        headers.reserveCapacity(11)
        headers.add(name: ":method", value: "POST")
        headers.add(name: ":scheme", value: "https")
        headers.add(name: ":path", value: "/3/device/" + request.deviceToken.revealed, indexing: .nonIndexable)
        headers.add(name: ":authority", value: host)
        headers.add(name: "authorization", value: authorization)
        headers.add(name: "apns-topic", value: request.topic)
        headers.add(name: "apns-push-type", value: request.type.rawValue)
        headers.add(name: "apns-priority", value: request.type.priority == 10 ? "10" : "5")
        headers.add(name: "apns-expiration", value: String(request.expiration), indexing: .nonIndexable)
        headers.add(name: "apns-id", value: request.id.description, indexing: .nonIndexable)
        if let name = request.collapseID {
            headers.add(name: "apns-collapse-id", value: name, indexing: .nonIndexable)
        }
        headers.add(name: "content-length", value: String(request.payload.count))
        return headers
    }
}

/// Opens connections to one endpoint of Apple's service.
struct APNsConnector: Sendable {
    /// Shorter than the sender's wait, after which it abandons the connection anyway.
    static let connectTimeout = TimeAmount.seconds(6)

    let host: String
    private let port: Int
    /// For logs.
    var address: String { "\(host):\(port)" }
    private let loop: any EventLoop
    private let tls: NIOSSLContext

    init(_ endpoint: ServiceEndpoint, on loop: any EventLoop) throws(PushSenderError) {
        host = endpoint.host
        port = endpoint.port
        self.loop = loop
        tls = try ClientTLS.context(endpoint, protocols: ["h2"])
    }

    /// Connects and adds the handler to the end of the pipeline; the handler reports all events from then on.
    func connect(_ handler: APNsFrameHandler) -> EventLoopFuture<Void> {
        let bound = NIOLoopBound(handler, eventLoop: loop)
        return ClientBootstrap(group: loop)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { [tls, host] channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(ClientTLS.handler(tls, host: host))
                    try pipeline.addHandler(NIOHTTP2Handler(mode: .client, initialSettings: Self.settings))
                    try pipeline.addHandler(bound.value)
                }
            }
            .connect(host: host, port: port)
            .map { _ in }
    }

    /// Server push is off, and header lists are small. Source: RFC 9113 §6.5.2.
    private static let settings: HTTP2Settings = [
        HTTP2Setting(parameter: .enablePush, value: 0),
        HTTP2Setting(parameter: .maxHeaderListSize, value: 8_192),
    ]
}
