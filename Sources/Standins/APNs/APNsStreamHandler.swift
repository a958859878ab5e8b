internal import Foundation
internal import NIOCore
internal import NIOHPACK
internal import NIOHTTP2
internal import WireJSON

/// Handles one request on its stream: collects it, gets the decision, and sends the answer accordingly.
final class APNsStreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    /// The most bytes kept of a body: enough to see that it is too large for every type of push.
    private static let bodyByteCountMax = 8_192
    /// The most headers that are read; a real request has ten.
    private static let headerCountMax = 64

    private let apnsHost: APNsHost
    private let connection: APNsStandinConnection
    private var headers: HPACKHeaders?
    private var body: [UInt8] = []
    private var isAnswered = false

    init(apnsHost: APNsHost, connection: APNsStandinConnection) {
        self.apnsHost = apnsHost
        self.connection = connection
    }

    func handlerAdded(context: ChannelHandlerContext) {
        connection.opened()
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.closed()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let isComplete: Bool
        switch unwrapInboundIn(data) {
        case .headers(let part):
            if headers == nil { headers = part.headers }
            isComplete = part.endStream
        case .data(let part):
            if case .byteBuffer(let buffer) = part.data {
                let room = Self.bodyByteCountMax - body.count
                body.append(contentsOf: buffer.readableBytesView.prefix(room))
            }
            isComplete = part.endStream
        default: return
        }
        if isComplete, !isAnswered, let headers { answer(headers, context) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ headers: HPACKHeaders, _ context: ChannelHandlerContext) {
        isAnswered = true
        let allowed = apnsHost.with { machine, _ in machine.streamsAllowed(on: connection.number) }
        guard connection.openStreams <= allowed else { return reset(.refusedStream, context) }
        let decision = apnsHost.decide(request(headers), on: connection.number)
        if let streams = decision.streams { connection.announce(streams: streams) }
        respond(decision, context)
    }

    private func request(_ headers: HPACKHeaders) -> APNsStandinRequest {
        APNsStandinRequest(
            method: headers.first(name: ":method") ?? "", path: headers.first(name: ":path") ?? "",
            headers: headers.lazy.filter { !$0.name.hasPrefix(":") }.prefix(Self.headerCountMax)
                .map { APNsHeader($0.name, $0.value) },
            body: body, freshID: UUID().uuidString.lowercased())
    }

    private func respond(_ decision: APNsDecision, _ context: ChannelHandlerContext) {
        switch decision.delivery {
        case .atOnce: write(decision.answer, context)
        case .late(let time): write(decision.answer, after: time, context)
        case .afterSilence(let time):
            connection.stopReading(for: .nanoseconds(apnsHost.clock.real(time).wholeNanoseconds))
            write(decision.answer, after: time, context)
        case .thenGoAway:
            write(decision.answer, context)
            goAway(decision.answer, isIncluded: true, context)
        case .goAwayInstead: goAway(decision.answer, isIncluded: false, context)
        case .resetStream: reset(.internalError, context)
        case .cutConnection: connection.cut()
        case .never: break
        }
    }

    private func write(_ answer: APNsAnswer, after time: Duration, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .nanoseconds(apnsHost.clock.real(time).wholeNanoseconds)) {
            let (handler, context) = bound.value
            handler.write(answer, context)
        }
    }

    private func write(_ answer: APNsAnswer, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        var headers: HPACKHeaders = [":status": "\(answer.status)", "apns-id": answer.id]
        if let unique = answer.uniqueID { headers.add(name: "apns-unique-id", value: unique) }
        guard let body = answer.body else {
            let payload = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
            return context.writeAndFlush(wrapOutboundOut(payload), promise: nil)
        }
        let bytes = JSONWriter.bytes(of: .object(body))
        headers.add(name: "content-type", value: "application/json")
        headers.add(name: "content-length", value: "\(bytes.count)")
        context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
        let data = context.channel.allocator.buffer(bytes: bytes)
        context.writeAndFlush(wrapOutboundOut(.data(.init(data: .byteBuffer(data), endStream: true))), promise: nil)
    }

    private func reset(_ code: HTTP2ErrorCode, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(.rstStream(code)), promise: nil)
    }

    private func goAway(_ answer: APNsAnswer, isIncluded: Bool, _ context: ChannelHandlerContext) {
        guard let own = try? context.channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID) else { return }
        // Client streams have odd numbers, so the previous one is two less.
        let last = isIncluded ? own : HTTP2StreamID(max(Int(own) - 2, 0))
        connection.goAway(last: last, body: JSONWriter.bytes(of: .object(answer.body ?? JSONObject())))
    }
}
