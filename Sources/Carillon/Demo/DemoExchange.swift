import ExchangeServer
import Foundation
import Logging
import Redaction
import Standins
import WireJSON

/// The exchange of one story, on a free loopback port, with Apple's push service beside it.
final class DemoExchange {
    let server: ExchangeServer
    let configuration: ExchangeConfiguration
    /// Apple's push service, as far as the story needs one.
    let apns: APNsStandin
    /// Proof of an operator, who may use the whole API.
    let token: String

    private init(
        _ server: ExchangeServer, _ configuration: ExchangeConfiguration, _ apns: APNsStandin, token: String
    ) {
        self.server = server
        self.configuration = configuration
        self.apns = apns
        self.token = token
    }

    /// - Parameter change: what the story wants otherwise, as the last word.
    static func start(
        _ stage: DemoStage, users: [UserEntry], changing change: (inout ExchangeConfiguration) throws -> Void = { _ in }
    ) async throws -> DemoExchange {
        let token = UUID().uuidString
        var rules = APNsConfiguration()
        rules.topics = [DemoCast.topic]
        let apns = try await APNsStandin.start(rules)
        var configuration = ExchangeConfiguration()
        configuration.users = users
        configuration.apiTokens = [try APIToken(name: "demo", token: .init(token))]
        configuration.broadcastApps = [
            BroadcastApp(id: "demo", key: DashboardFeed.key, secret: Redacted(UUID().uuidString))
        ]
        configuration.push = apns.pushing
        configuration.logLevel = .error
        try change(&configuration)
        let server = try await ExchangeServer.start(configuration, trace: stage.trace)
        return DemoExchange(server, configuration, apns, token: token)
    }

    var port: Int { server.port }

    func stop() async {
        await server.stop()
        await apns.stop()
    }

    // MARK: - What a story asks of it

    func ask(
        _ path: String, _ method: DemoQuestion.Method? = nil, body: JSONObject? = nil
    ) async throws -> JSONObject {
        try await DemoQuestion.ask(path, method, port: port, token: token, body: body)
    }

    /// The devices of a user that the exchange has registered, by name.
    func registered(of user: String) async throws -> [String] {
        (try await ask("/api/users/\(user)/devices")["registered"]?.array ?? []).compactMap(\.string).sorted()
    }
}
