public import Redaction
public import WireJSON

/// STUN and TURN servers that our exchange gives a client on request: in the result of its login, and of `iceServers`
/// later. Other makers' servers have neither.
///
/// On the wire: `ice_servers`, each as the W3C's `RTCIceServer`, and `ice_servers_seconds`, which is absent if they
/// do not expire.
public struct VertoIceServers: Hashable, Sendable {
    /// One server, as the W3C's `RTCIceServer`.
    public struct Server: Hashable, Sendable {
        /// One or more addresses, such as `turn:relay.example.com:3478?transport=udp`.
        public var urls: [String]
        /// The name at a TURN server; nil for a STUN server.
        public var username: Redacted<String>?
        /// The password that belongs to the name.
        public var credential: Redacted<String>?

        public init(urls: [String], username: Redacted<String>? = nil, credential: Redacted<String>? = nil) {
            self.urls = urls
            self.username = username
            self.credential = credential
        }
    }

    /// The user variable with which a client asks for them at login; its value is `true`.
    public static let variable = "carillon_ice_servers"
    /// The most elements read of each list; further ones are ignored.
    public static let listMax = 16
    /// The longest address, name or password taken, in bytes.
    public static let textByteCountMax = 1_024
    /// The longest lifetime taken, in seconds. A client asks again after half of it.
    public static let secondsMax: Int64 = 7 * 24 * 3_600

    /// The servers, in the order in which the exchange lists them.
    public var servers: [Server]
    /// How long the relays accept the credentials, from now; nil: without end.
    public var lifetime: Duration?

    public init(servers: [Server], lifetime: Duration? = nil) {
        self.servers = servers
        self.lifetime = lifetime
    }

    /// Reads them from a result. Fails if it has none.
    public init?(result: JSONValue) {
        guard let listed = result.object?["ice_servers"]?.array else { return nil }
        servers = listed.prefix(Self.listMax).compactMap { $0.object.flatMap(Self.server) }
        if case .integer(let seconds)? = result.object?["ice_servers_seconds"], seconds > 0 {
            lifetime = .seconds(min(seconds, Self.secondsMax))
        }
    }

    /// The members to add to a result.
    public var object: JSONObject {
        var object: JSONObject = ["ice_servers": .array(servers.map { .object(Self.object(of: $0)) })]
        object["ice_servers_seconds"] = lifetime.map { .integer($0.components.seconds) }
        return object
    }

    private static func server(_ object: JSONObject) -> Server? {
        let named =
            object["urls"]?.array?.prefix(listMax).compactMap(\.string) ?? [object["urls"]?.string].compactMap(\.self)
        let urls = named.filter(isTaken)
        let username = object["username"]?.string
        let credential = object["credential"]?.string
        guard !urls.isEmpty, [username, credential].allSatisfy({ $0.map(isTaken) ?? true }) else { return nil }
        return Server(
            urls: urls, username: username.map { Redacted($0) }, credential: credential.map { Redacted($0) })
    }

    private static func isTaken(_ text: String) -> Bool { text.utf8.count <= textByteCountMax }

    private static func object(of server: Server) -> JSONObject {
        var object: JSONObject = ["urls": .array(server.urls.map { .string($0) })]
        object.put("username", server.username)
        object.put("credential", server.credential)
        return object
    }
}
