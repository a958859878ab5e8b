import Broadcast
import ExchangeServer
import Foundation
import NIOCore
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// An exchange with one application, and clients of it.
struct BroadcastScene {
    static let app = BroadcastApp(
        id: "7", key: "278d425bdf160c739803", secret: Redacted("7ad3773142a6692b25b8"))

    let server: ExchangeServer

    static func run(
        _ change: (inout ExchangeConfiguration) -> Void = { _ in },
        _ body: (BroadcastScene) async throws -> Void
    ) async throws {
        try await TestExchange.run {
            $0.broadcastApps = [app]
            change(&$0)
        } _: { server in
            try await body(BroadcastScene(server: server))
        }
    }

    /// A client that was greeted, and its socket id.
    func connect(receiveBuffer: Int? = nil) async throws -> (client: TestClient, socket: SocketID) {
        let client = try await TestClient.connect(
            to: server, path: "/app/\(Self.app.key)?protocol=7&client=test", receiveBuffer: receiveBuffer)
        let greeting = try await client.event("pusher:connection_established")
        let socket = try #require(greeting["socket_id"]?.string.flatMap { SocketID($0) })
        #expect(greeting["activity_timeout"] == 15)
        return (client, socket)
    }

    /// Listens to a private channel; returns what the server says of it.
    @discardableResult
    func listen(
        _ client: TestClient, _ socket: SocketID, to channel: String, since: Int64? = nil
    ) async throws -> JSONObject {
        subscribe(client, socket, to: channel, since: since)
        return try await client.event("pusher_internal:subscription_succeeded")
    }

    func subscribe(_ client: TestClient, _ socket: SocketID, to channel: String, since: Int64? = nil) {
        var data: JSONObject = [
            "channel": .string(channel),
            "auth": .string(BroadcastSignature(Self.app).auth(for: "\(socket):\(channel)")),
        ]
        data["since"] = since.map { .integer($0) }
        client.send(["event": "pusher:subscribe", "data": .object(data)])
    }

    // MARK: - The application's server

    /// A signed request; the arguments beside the body make it one that must be refused.
    func ask(
        _ method: HTTPMethod, _ path: String, query: String = "", body: String? = nil, time: Int64? = nil,
        key: String = app.key, signedBody: String? = nil
    ) async throws -> TestHTTP.Reply {
        let uri = try Self.uri(method, path, query: query, body: body, time: time, key: key, signedBody: signedBody)
        return try await TestHTTP.ask(server, method, uri, body: body)
    }

    /// The signed address of a request.
    static func uri(
        _ method: HTTPMethod, _ path: String, query: String = "", body: String? = nil, time: Int64? = nil,
        key: String = app.key, signedBody: String? = nil
    ) throws -> String {
        let now = time ?? Self.now
        var fields = query.isEmpty ? [] : query.split(separator: "&").map(String.init)
        fields += ["auth_key=\(key)", "auth_timestamp=\(now)", "auth_version=1.0"]
        if let signed = signedBody ?? body {
            fields.append("body_md5=\(RequestSignatureCheck.digest(of: ByteBuffer(string: signed)))")
        }
        let path = "/apps/\(Self.app.id)/\(path)"
        let text = try #require(RequestQuery(uri: "\(path)?\(fields.joined(separator: "&"))")).signedText
        let signature = BroadcastSignature(Self.app).text(of: "\(method.rawValue)\n\(path)\n\(text)")
        return "\(path)?\(fields.joined(separator: "&"))&auth_signature=\(signature)"
    }

    func publish(_ event: String, to channel: String, data: String = "{}") async throws -> TestHTTP.Reply {
        let body: JSONObject = ["name": .string(event), "data": .string(data), "channel": .string(channel)]
        return try await ask(.POST, "events", body: body.jsonText)
    }

    /// Seconds since 1970.
    static var now: Int64 { Int64(Date().timeIntervalSince1970) }
}

extension BroadcastScene {
    /// Asks the exchange itself to sign for a channel, as Pusher's clients do: with a form.
    static func askAuth(
        _ server: ExchangeServer, _ wish: JSONObject, _ authorization: String?
    ) async throws -> TestHTTP.Reply {
        let form = wish.members.map { "\($0.key)=\($0.value.string ?? "")" }.joined(separator: "&")
        return try await TestHTTP.ask(server, .POST, "/broadcasting/auth", authorization: authorization, body: form)
    }
}
