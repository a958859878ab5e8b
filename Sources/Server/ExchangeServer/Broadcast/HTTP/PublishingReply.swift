internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import NIOHTTP1
internal import WireJSON

/// The answer to a request of an application's server.
struct PublishingReply {
    let status: HTTPResponseStatus
    let type: String
    let body: [UInt8]

    private init(status: HTTPResponseStatus, type: String, body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    /// The usual answer.
    static let done = PublishingReply(status: .ok, type: "application/json", body: Array("{}".utf8))

    static let tooLarge = problem(.contentTooLarge, "A request has 10,000 bytes at most.")

    static func json(_ object: JSONObject) -> PublishingReply {
        PublishingReply(status: .ok, type: "application/json", body: JSONWriter.bytes(of: .object(object)))
    }

    static func problem(_ status: HTTPResponse.Status, _ detail: String) -> PublishingReply {
        PublishingReply(
            status: HTTPResponseStatus(statusCode: status.code), type: Problem.contentType,
            body: Problem(status, detail).body)
    }

    /// The same, where the API serves the connection.
    var response: Response {
        Response(
            status: HTTPResponse.Status(code: Int(status.code)), headers: [.contentType: type],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// - Parameter isLast: whether the connection is closed behind it.
    func write(isLast: Bool, version: HTTPVersion, to context: ChannelHandlerContext) {
        var headers = HTTPHeaders([("Content-Type", type), ("Content-Length", String(body.count))])
        if isLast { headers.add(name: "Connection", value: "close") }
        let head = HTTPResponseHead(version: version, status: status, headers: headers)
        context.write(Self.part(.head(head)), promise: nil)
        context.write(Self.part(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        let written = isLast ? context.eventLoop.makePromise(of: Void.self) : nil
        let channel = context.channel
        written?.futureResult.whenComplete { _ in channel.close(promise: nil) }
        context.writeAndFlush(Self.part(.end(nil)), promise: written)
    }

    private static func part(_ part: HTTPServerResponsePart) -> NIOAny { NIOAny(part) }
}
