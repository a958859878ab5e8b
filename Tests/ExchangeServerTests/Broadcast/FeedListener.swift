import Broadcast
import ExchangeServer
import Testing
import WireJSON

/// A dashboard: it listens to a channel with versions and can be cut off.
struct FeedListener {
    /// One event with its version in the channel.
    struct Told: Equatable {
        var version: Int64
        var change: JSONObject
    }

    let client: TestClient
    /// The missed events that it got.
    private(set) var replayed: [Told] = []
    /// The snapshot that it got where too much was forgotten.
    private(set) var snapshot: JSONObject?
    /// How many events the server says it replayed.
    private(set) var count: Int64?
    /// Up to where it knows everything.
    private(set) var version: Int64 = 0

    /// Connects and listens from a version on; 0: it knows nothing.
    init(_ scene: BroadcastScene, to channel: String, since: Int64 = 0) async throws {
        let (client, socket) = try await scene.connect()
        self.client = client
        scene.subscribe(client, socket, to: channel, since: since)
        while true {
            let message = try await client.message()
            let data = try Self.data(of: message)
            switch message["event"]?.string {
            case "pusher_internal:subscription_succeeded":
                version = try #require(data["version"]?.integer)
                count = data["replayed"]?.integer
                return
            case "carillon:snapshot": snapshot = data
            default: replayed.append(try Self.told(message))
            }
        }
    }

    /// The next change, in order.
    mutating func next() async throws -> Told {
        let told = try Self.told(try await client.message())
        #expect(told.version == version + 1)
        version = told.version
        return told
    }

    /// Changes until one is as wanted, that one included.
    mutating func changes(until isLast: (JSONObject) -> Bool) async throws -> [Told] {
        var all: [Told] = []
        while true {
            all.append(try await next())
            if let last = all.last, isLast(last.change) { return all }
        }
    }

    /// Whether a change says that the whole call is over.
    static func isEnd(_ change: JSONObject) -> Bool { change["state"] == "ended" && change["device_id"] == .null }

    private static func told(_ message: JSONObject) throws -> Told {
        guard message["event"] == "call_state_changed", let version = message["version"]?.integer else {
            throw TestFailure(description: "a change of a call was awaited, not \(message.jsonText)")
        }
        return Told(version: version, change: try data(of: message))
    }

    private static func data(of message: JSONObject) throws -> JSONObject {
        let text = try #require(message["data"]?.string)
        return try #require(try JSONParser.parse(text: text).object)
    }
}

extension FeedListener {
    /// The events of a snapshot, as what they say.
    var states: [JSONObject] {
        get throws {
            try (snapshot?["events"]?.array ?? []).map { event in
                let text = try #require(event.object?["data"]?.string)
                return try #require(try JSONParser.parse(text: text).object)
            }
        }
    }
}
