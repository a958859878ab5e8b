import ExchangeServer
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WireJSON

/// One HTTP request on a connection of its own.
enum TestHTTP {
    struct Reply: Sendable {
        var status: Int
        var type: String
        var text: String
        var headers: HTTPHeaders = [:]

        var object: JSONObject { (try? JSONParser.parse(Array(text.utf8)).object) ?? [:] }
    }

    static func bearer(_ token: String) -> String { "Bearer \(token)" }

    static func ask(
        _ server: ExchangeServer, _ path: String, authorization: String? = nil, trusting authority: String? = nil
    ) async throws -> Reply {
        try await ask(server, .GET, path, authorization: authorization, trusting: authority)
    }

    static func ask(
        _ server: ExchangeServer, _ method: HTTPMethod, _ path: String, authorization: String? = nil,
        body: String? = nil, headers: [(String, String)] = [], trusting authority: String? = nil
    ) async throws -> Reply {
        let client = try await connect(to: server, trusting: authority)
        return try await client.executeThenClose { inbound, outbound in
            var head = HTTPRequestHead(version: .http1_1, method: method, uri: path)
            head.headers.add(name: "Host", value: "localhost")
            for (name, value) in headers { head.headers.add(name: name, value: value) }
            if let authorization { head.headers.add(name: "Authorization", value: authorization) }
            if let body { head.headers.add(name: "Content-Length", value: String(body.utf8.count)) }
            // At once: the server may answer and close as soon as it has seen enough.
            var parts: [HTTPClientRequestPart] = [.head(head)]
            if let body { parts.append(.body(.byteBuffer(ByteBuffer(string: body)))) }
            try await outbound.write(contentsOf: parts + [.end(nil)])
            return try await read(inbound)
        }
    }

    static func post(
        _ server: ExchangeServer, _ path: String, _ headers: [(String, String)], _ body: String
    ) async throws -> Reply {
        try await connect(to: server).executeThenClose { inbound, outbound in
            var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: path)
            head.headers.add(name: "Host", value: "localhost")
            head.headers.add(name: "Content-Length", value: String(body.utf8.count))
            for (name, value) in headers { head.headers.add(name: name, value: value) }
            try await outbound.write(.head(head))
            try await outbound.write(.body(.byteBuffer(ByteBuffer(string: body))))
            try await outbound.write(.end(nil))
            return try await read(inbound)
        }
    }

    /// Asks once and keeps the connection; returns the number of replies when the server has closed it.
    static func repliesUntilEnd(
        _ server: ExchangeServer, _ path: String, onReply: @escaping @Sendable () -> Void
    ) async throws -> Int {
        try await connect(to: server).executeThenClose { inbound, outbound in
            var head = HTTPRequestHead(version: .http1_1, method: .GET, uri: path)
            head.headers.add(name: "Host", value: "localhost")
            try await outbound.write(.head(head))
            try await outbound.write(.end(nil))
            var replies = 0
            for try await part in inbound {
                guard case .end = part else { continue }
                replies += 1
                onReply()
            }
            return replies
        }
    }

    /// - Parameter authority: a file of certificates: then over TLS; nil: in plain text.
    private static func connect(
        to server: ExchangeServer, trusting authority: String? = nil
    ) async throws -> NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart> {
        let tls = try authority.map { try TestClient.context(trusting: $0) }
        return try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: server.port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: "localhost"))
                    }
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
    }

    private static func read(_ inbound: NIOAsyncChannelInboundStream<HTTPClientResponsePart>) async throws -> Reply {
        var reply = Reply(status: 0, type: "", text: "")
        for try await part in inbound {
            switch part {
            case .head(let head):
                reply.status = Int(head.status.code)
                reply.headers = head.headers
                reply.type = head.headers.first(name: "Content-Type") ?? ""
            case .body(let buffer): reply.text += String(buffer: buffer)
            case .end: return reply
            }
        }
        throw TestFailure(description: "the server closed before it had answered")
    }
}
