internal import HTTPTypes
internal import NIOCore
internal import NIOHTTP1
internal import NIOHTTPTypes

/// Closes a connection that sends something other than HTTP, or a request that a proxy could read differently. It
/// answers with 400, or not at all while an earlier request still waits for its answer.
///
/// Without this handler, such a connection would hold its place until the request timeout.
final class MalformedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var unanswered = 0
    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        guard case .head(let head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if let fault = RequestHeadFault(head) { return refuse(fault, context) }
        unanswered += 1
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard !isClosing else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        if case .end = unwrapOutboundIn(data) { unanswered -= 1 }
        context.write(data, promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        if error is HTTPParserError { context.close(promise: nil) }
    }

    private func refuse(_ fault: RequestHeadFault, _ context: ChannelHandlerContext) {
        isClosing = true
        guard unanswered == 0 else { return context.close(promise: nil) }
        PublishingReply.problem(.badRequest, fault.rawValue).write(isLast: true, version: .http1_1, to: context)
    }
}

/// Why a request is refused: a proxy in front could take it for another request, or see its end elsewhere.
///
/// Source: RFC 9112 §3.2 and §6.1.
enum RequestHeadFault: String {
    case version = "This speaks HTTP/1.1 and HTTP/1.0."
    case noHost = "The Host header is missing."
    case severalHosts = "There is more than one Host header; send one."
    case malformedHost = "The Host header is no host and port."
    case transferEncoding = "HTTP/1.0 has no Transfer-Encoding; say Content-Length."
    case twoLengths = "Content-Length and Transfer-Encoding contradict each other; send one."

    /// Returns nil when the head can be understood in only one way.
    init?(_ head: HTTPRequestHead) {
        guard let fault = Self.host(head) ?? Self.length(head) else { return nil }
        self = fault
    }

    private static func host(_ head: HTTPRequestHead) -> RequestHeadFault? {
        guard head.version == .http1_1 || head.version == .http1_0 else { return .version }
        let hosts = head.headers["Host"]
        guard hosts.count <= 1 else { return .severalHosts }
        // Clients of HTTP/1.0 may not know the header.
        guard let host = hosts.first else { return head.version == .http1_0 ? nil : .noHost }
        return RequestHost(host) == nil ? .malformedHost : nil
    }

    private static func length(_ head: HTTPRequestHead) -> RequestHeadFault? {
        guard head.headers.contains(name: "Transfer-Encoding") else { return nil }
        if head.version == .http1_0 { return .transferEncoding }
        return head.headers.contains(name: "Content-Length") ? .twoLengths : nil
    }
}

/// The host that a request names: a name or an address, optionally with a port. Source: RFC 9110 §7.2, RFC 3986 §3.2.
struct RequestHost: Hashable, Sendable {
    /// Source: RFC 1035 §2.3.4, with room for a port.
    private static let bytesMax = 261
    /// The bytes a name may contain besides letters and digits: unreserved characters, percent-encoding,
    /// sub-delimiters.
    private static let nameBytes = Set("-._~%!$&'()*+,;=".utf8)

    /// In lower case, without brackets and port; empty when the request names no host.
    let name: String

    /// Returns nil when the text is not a host.
    init?(_ text: String) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let (host, port): (Substring, Substring)
        if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
            (host, port) = (text[text.index(after: text.startIndex)..<bracket], text[text.index(after: bracket)...])
            guard Self.address(host) != nil else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            (host, port) = (text[..<colon], text[colon...])
            guard host.utf8.allSatisfy({ Self.nameBytes.contains($0) || Self.isAlphanumeric($0) }) else { return nil }
        }
        guard port.isEmpty || port.hasPrefix(":"), port.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        name = host.lowercased()
    }

    /// Whether the name can only mean this machine, so that no page of another site can have chosen it.
    ///
    /// - Parameter listen: the host the exchange listens on.
    func isThisMachine(listeningOn listen: String) -> Bool {
        name == "localhost" || name == listen.lowercased() || Self.address(Substring(name))?.isLoopback == true
    }

    private static func address(_ text: Substring) -> SocketAddress? {
        try? SocketAddress(ipAddress: String(text), port: 0)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20)
    }
}

/// Closes a connection whose request does not arrive completely in time, even if bytes keep coming.
final class RequestDeadline: ChannelInboundHandler {
    typealias InboundIn = HTTPRequestPart

    private let wait: TimeAmount
    private var deadline: Scheduled<Void>?

    init(wait: TimeAmount) {
        self.wait = wait
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: start(context.channel)
        case .body: break
        case .end: stop()
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stop()
    }

    private func start(_ channel: any Channel) {
        stop()
        deadline = channel.eventLoop.scheduleTask(in: wait) { channel.close(promise: nil) }
    }

    private func stop() {
        deadline?.cancel()
        deadline = nil
    }
}
