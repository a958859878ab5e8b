import CarillonRTC
import Synchronization
import WireJSON

/// A dashboard that follows calls over Pusher's protocol and asks for missed changes after a lost connection.
final class DashboardClient: Sendable {
    /// One change of a call as received, with its version in the channel.
    struct Change: Equatable, Sendable {
        var version: Int64
        var text: String
    }

    private struct State {
        var connection: (any SignalingConnection)?
        var isListening = false
        /// The number of changes that the exchange replayed; nil if it could not replay them.
        var replayed: Int64?
        var version: Int64 = 0
        var changes: [Change] = []
    }

    static let organization = "demo"
    static let key = "demo"
    private static let channel = "private-organization.\(organization)"

    private let port: Int
    private let token: String
    private let transport = WebSocketTransport()
    private let state = Mutex(State())

    init(port: Int, token: String) {
        self.port = port
        self.token = token
    }

    var changes: [Change] { state.withLock { $0.changes } }
    var replayed: Int64? { state.withLock { $0.replayed } }
    var isListening: Bool { state.withLock { $0.isListening } }

    /// Whether the end of a call has been received.
    var hasSeenEnd: Bool {
        changes.contains { change in
            let data = try? JSONParser.parse(text: change.text).object
            return data?["state"] == "ended" && data?["device_id"] == .null
        }
    }

    /// Connects and subscribes, from the last received version on.
    ///
    /// - Returns: whether that succeeded in time.
    func connect() async throws -> Bool {
        let connection = transport.open(try SignalingURL("ws://127.0.0.1:\(port)/app/\(Self.key)?protocol=7"))
        state.withLock { $0.connection = connection }
        Task {
            for await event in connection.events {
                guard case .text(let text) = event, let message = try? JSONParser.parse(text).object else { continue }
                try await handle(message, from: connection)
            }
        }
        return try await DemoTimeout.wait(DemoTimeout.net) { isListening }
    }

    func close() {
        let connection = state.withLock { state in
            state.isListening = false
            return state.connection.take()
        }
        connection?.close()
    }

    private func handle(_ message: JSONObject, from connection: any SignalingConnection) async throws {
        let text = message["data"]?.string ?? "{}"
        let data = try JSONParser.parse(text: text).object ?? [:]
        switch message["event"]?.string {
        case "pusher:connection_established": try await subscribe(as: data["socket_id"] ?? .null, on: connection)
        case "pusher_internal:subscription_succeeded":
            state.withLock { state in
                state.version = data["version"]?.integer ?? state.version
                state.replayed = data["replayed"]?.integer
                state.isListening = true
            }
        case "pusher:ping": connection.send(Array(#"{"event":"pusher:pong"}"#.utf8))
        case "call_state_changed":
            state.withLock { state in
                state.version = message["version"]?.integer ?? state.version
                state.changes.append(Change(version: state.version, text: text))
            }
        default: break
        }
    }

    private func subscribe(as socket: JSONValue, on connection: any SignalingConnection) async throws {
        let wish: JSONObject = ["socket_id": socket, "channel_name": .string(Self.channel)]
        let answer = try await DemoAPIClient.ask("/broadcasting/auth", port: port, token: token, body: wish)
        let known = state.withLock { $0.version }
        let data: JSONObject = [
            "channel": .string(Self.channel), "auth": answer["auth"] ?? .null, "since": .integer(known),
        ]
        let request: JSONObject = ["event": "pusher:subscribe", "data": .object(data)]
        connection.send(Array(request.jsonText.utf8))
    }
}
