internal import CryptoExtras
public import Redaction
public import WireJSON

/// A stand-in for Firebase Cloud Messaging that runs: the token endpoint under `/token` and `messages:send` on one port.
public final class FCMStandin: Sendable {
    public let port: Int
    public let controlPort: Int
    /// What a client has to trust, as PEM.
    public let authorityPEM: String
    public let clock: StandinClock
    /// The content of the service account's file, as Google hands it out; its `token_uri` leads here.
    public let serviceAccount: Redacted<JSONObject>
    private let server: PartyServer<FCMParty>

    public static func start(
        _ configuration: FCMConfiguration = FCMConfiguration(), at place: StandinPlace = StandinPlace(),
        clock: StandinClock = StandinClock(), onLine: (@Sendable (StandinLine) -> Void)? = nil
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
        clock = server.desk.clock
        port = server.port
        controlPort = server.controlPort
    }

    public func stop() async { await server.stop() }

    /// Lets a device be known, with a phone behind the token if one is given.
    public func register(_ token: String, project: String? = nil, phone: SimulatedPhone? = nil) {
        server.desk.with { party, _ in _ = party.register(token, project: project, phone: phone) }
    }

    public func unregister(_ token: String) {
        server.desk.with { party, _ in _ = party.unregister(token) }
    }

    /// Every access token stops being good.
    public func revokeTokens() {
        server.desk.with { party, _ in party.revokeTokens() }
    }

    /// Something goes wrong from now on.
    public func plan(_ fault: HTTPFault) {
        server.desk.with { party, _ in _ = party.faults.add(fault) }
    }

    /// The newest messages that were taken, oldest first.
    public var received: [ReceivedMessage] { server.desk.with { party, _ in party.messages.all } }
}
