internal import CryptoExtras
public import Redaction
public import WireJSON

/// A running stand-in for Firebase Cloud Messaging: the token endpoint under `/token` and `messages:send` on one port.
public final class FCMStandin: Sendable {
    /// The port of both endpoints on loopback. Its certificate covers `localhost` and `127.0.0.1`.
    public let port: Int
    /// The port of the control, over plain HTTP.
    public let controlPort: Int
    /// The authority that a client has to trust, as PEM.
    public let authorityPEM: String
    /// The clock by which access tokens and messages expire.
    public let clock: StandinClock
    /// The content of the service account's file as Google provides it; its `token_uri` is this stand-in.
    public let serviceAccount: Redacted<JSONObject>
    private let server: PartyServer<FCMParty>

    /// Starts the stand-in with a new service account and certificate.
    ///
    /// - Parameters:
    ///   - configuration: the project and the limits.
    ///   - place: where it listens; by default on free ports of loopback.
    ///   - clock: the clock of the stand-in, which a test may advance.
    ///   - onLine: called with the log line of each request, on any thread.
    /// - Throws: when a port cannot be opened.
    public static func start(
        _ configuration: FCMConfiguration = FCMConfiguration(), at place: StandinAddress = StandinAddress(),
        clock: StandinClock = StandinClock(), onLine: (@Sendable (StandinLogEntry) -> Void)? = nil
    ) async throws -> FCMStandin {
        let key = try StandinKeyPair(keyID: "standin-key-1")
        let server = try await PartyServer.start(
            FCMParty(configuration, key: key), at: place, clock: clock, onLine: onLine)
        let scheme = place.isPlain ? "http" : "https"
        let account: JSONObject = [
            "type": "service_account", "project_id": .string(configuration.project),
            "private_key_id": .string(key.keyID), "private_key": .string(key.key.pkcs8PEMRepresentation),
            "client_email": .string(configuration.clientEmail), "client_id": "100000000000000000001",
            "token_uri": .string("\(scheme)://localhost:\(server.port)/token"),
        ]
        return FCMStandin(server, account)
    }

    private init(_ server: PartyServer<FCMParty>, _ account: JSONObject) {
        self.server = server
        serviceAccount = Redacted(account)
        authorityPEM = server.authorityPEM
        clock = server.partyHost.clock
        port = server.port
        controlPort = server.controlPort
    }

    /// Closes both ports and all connections, and returns when they are closed.
    public func stop() async { await server.stop() }

    /// Registers a device, with a simulated phone if one is given.
    public func register(_ token: String, project: String? = nil, phone: SimulatedPhone? = nil) {
        server.partyHost.with { party, _ in _ = party.register(token, project: project, phone: phone) }
    }

    /// Invalidates the token of a device; messages to it are refused as `UNREGISTERED`. No effect on an unknown token.
    public func unregister(_ token: String) {
        server.partyHost.with { party, _ in _ = party.unregister(token) }
    }

    /// Invalidates every access token.
    public func revokeTokens() {
        server.partyHost.with { party, _ in party.revokeTokens() }
    }

    /// Plans a fault.
    public func plan(_ fault: HTTPFault) {
        server.partyHost.with { party, _ in _ = party.faults.add(fault) }
    }

    /// The newest accepted messages, oldest first.
    public var received: [ReceivedMessage] { server.partyHost.with { party, _ in party.messages.all } }
}

/// The configuration of a stand-in for Firebase Cloud Messaging.
public struct FCMConfiguration: Hashable, Sendable {
    /// The Firebase project, which the path of each request names.
    public var project = "standin-project"
    /// The address of the service account: the `iss` of its assertions.
    public var clientEmail = "standin@standin-project.iam.gserviceaccount.com"
    /// The rate of messages before 429; nil for no limit. Source: FCM's quota of 600,000 per minute and project.
    public var rate: StandinRate? = StandinRate(600_000, per: .seconds(60))
    /// Whether a message to a token that was never registered is accepted.
    public var acceptsUnknownDevices = false
    /// How many of the newest messages and deliveries are kept.
    public var keptCount = 10_000
    /// The seed of all generated identifiers.
    public var seed: UInt64 = 1

    public init() {}
}
