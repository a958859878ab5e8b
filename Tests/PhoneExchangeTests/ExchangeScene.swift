import CallModel
import Clocks
import ExchangeServer
import Foundation
import PhoneCore
import PhoneExchange
import PhoneKit
import PushPayload
import Redaction
import TestLog
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A real exchange in memory, where alice belongs to `acme` and `zoo`, and a phone's client to it.
@MainActor
final class ExchangeScene {
    static let operatorToken = "0123456789abcdef0123"

    let server: ExchangeServer
    let sessions: MemorySessions
    let journal = EventJournal()
    let credentialQueue = CredentialQueue(CredentialStore(service: "test"))
    let client: ExchangeClient

    init(
        sessions: MemorySessions = MemorySessions(),
        _ change: (inout ExchangeConfiguration) throws -> Void = { _ in }
    ) async throws {
        var configuration = ExchangeConfiguration()
        configuration.users = ["alice", "bob"].map { name in
            UserEntry(name: name, password: PasswordHash(password: Redacted("\(name)-secret")))
        }
        // Tests ring one user more often than a person does; what the limit does is tested with the exchange.
        configuration.limits.ringStartsPerMinute = 1_000_000
        configuration.apiTokens = [try APIToken(name: "test", token: Self.operatorToken)]
        try change(&configuration)
        server = try await ExchangeServer.start(
            configuration, logger: TestLog.logger, passwordWork: .leastCost)
        self.sessions = sessions
        client = Self.client(port: server.port, sessions, credentialQueue)
        client.sink = journal
        credentialQueue.sink = journal
        for organization in ["acme", "zoo"] {
            _ = try await ask(
                "POST", "api/organizations", #"{"id":"\#(organization)","name":"\#(organization)","owner":"alice"}"#,
                as: Self.operatorToken)
        }
    }

    static func client(
        port: Int, _ sessions: MemorySessions, _ credentialQueue: CredentialQueue,
        clock: any TimeSource = SystemClock()
    ) -> ExchangeClient {
        ExchangeClient(settings(port: port), sessions: sessions, credentials: credentialQueue, clock: clock)
    }

    /// What an app tells of an exchange on a port of the loopback interface.
    static func settings(port: Int) -> ExchangeSettings {
        var settings = ExchangeSettings(
            api: URL(fileURLWithPath: "/"), socket: "wss://exchange.example/", topic: "com.example.phone.voip"
        ) {
            ExchangeInstallation(id: "installation-1", deviceName: "Phone")
        }
        if let api = URL(string: "http://127.0.0.1:\(port)/") { settings.api = api }
        // However busy the machine is.
        (settings.timeLimit, settings.ringTimeLimit) = (.seconds(120), .seconds(120))
        return settings
    }

    /// Alice signs in; what the phone is told of it is taken.
    func signIn() async -> SignInFailure? {
        let failure = await client.signIn(login: "alice", password: "alice-secret")
        guard failure == nil else { return failure }
        _ = await journal.next()
        return nil
    }

    /// Another client with the session of the signed-in person, whose access token has expired.
    func clientWithAccessOver() async throws -> (ExchangeClient, MemorySessions) {
        let former = MemorySessions()
        if var session = await sessions.stored {
            session.access = Redacted(String(repeating: "x", count: 43))
            try await former.keep(session)
        }
        let client = Self.client(port: server.port, former, credentialQueue)
        client.sink = journal
        return (client, former)
    }

    /// What one fetch of credentials brought.
    struct Given: Sendable {
        let members: [OrganizationID]?
        /// In the order of their organizations.
        let keys: [CredentialKey]
    }

    /// Has credentials fetched; nil if the phone is told anything else.
    func fetch() async -> Given? {
        client.fetchCredentials()
        guard case .credentials(.fetched(let fetched, let now)) = await journal.next(),
            fetched.until.since(now) > .seconds(80_000)
        else { return nil }
        var keys: [CredentialKey] = []
        for _ in fetched.members ?? [] {
            guard case .organizations(.provisioned(let key)) = await journal.next() else { return nil }
            keys.append(key)
        }
        return Given(members: fetched.members, keys: keys.sorted { $0.registration < $1.registration })
    }

    /// The exchange's operator does something; the status it answers with.
    func operate(_ method: String, _ path: String, _ body: String? = nil) async throws -> Int {
        try await ask(method, path, body, as: Self.operatorToken).status
    }

    /// Asks the exchange beside the client.
    ///
    /// - Parameter token: of the session, unless said.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, as token: String? = nil
    ) async throws -> (status: Int, body: JSONObject) {
        guard let url = URL(string: "http://127.0.0.1:\(server.port)/\(path)") else { return (0, [:]) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        let held = await sessions.stored?.access.revealed
        request.setValue("Bearer \(token ?? held ?? "")", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = body.map { Data($0.utf8) }
        let (bytes, response) = try await URLSession.shared.answer(to: request)
        let status = response.statusCode
        return (status, (try? JSONParser.parse([UInt8](bytes)))?.object ?? [:])
    }
}
