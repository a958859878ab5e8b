public import Redaction
public import WireJSON

/// STUN and TURN servers that our exchange tells a client which asked for them: in the result of its login, and of
/// `iceServers` later. Other makers' servers have neither.
///
/// On the wire: `ice_servers`, each as the W3C's `RTCIceServer`, and `ice_servers_seconds`, absent where they do not end.
public struct VertoIceServers: Hashable, Sendable {
    public struct Server: Hashable, Sendable {
        /// Such as `turn:relay.example.com:3478?transport=udp`; one or more.
        public var urls: [String]
        public var username: Redacted<String>?
        public var credential: Redacted<String>?

        public init(urls: [String], username: Redacted<String>? = nil, credential: Redacted<String>? = nil) {
            self.urls = urls
            self.username = username
            self.credential = credential
        }
    }

    /// The user variable by which a client asks for them at login: `true`.
    public static let variable = "carillon_ice_servers"
    /// Of each list, what comes after so many is left out.
    public static let listMax = 16
    /// A longer address, name or password is not taken.
    public static let textByteCountMax = 1_024
    /// Credentials are not believed to last longer: a client asks again at the half of it.
    public static let secondsMax: Int64 = 7 * 24 * 3_600

    public var servers: [Server]
    /// How long the credentials are taken by the relays, from now; nil: without end.
    public var lifetime: Duration?

    public init(servers: [Server], lifetime: Duration? = nil) {
        self.servers = servers
        self.lifetime = lifetime
    }

    /// Reads them from a result; nil where it has none.
    public init?(result: JSONValue) {
        guard let listed = result.object?["ice_servers"]?.array else { return nil }
        servers = listed.prefix(Self.listMax).compactMap { $0.object.flatMap(Self.server) }
        if case .integer(let seconds)? = result.object?["ice_servers_seconds"], seconds > 0 {
            lifetime = .seconds(min(seconds, Self.secondsMax))
        }
    }

    /// The members of a result.
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
