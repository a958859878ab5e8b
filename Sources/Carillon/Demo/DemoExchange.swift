import ExchangePush
import ExchangeServer
import Foundation
import FoundationNetworking
import Logging
import PhoneExchange
import PushDelivery
import Redaction
import Standins
import Trace
import WireJSON

/// The exchange of one story, or of the Lab, on a free loopback port, with a stand-in for Apple's push service beside it.
final class DemoExchange: Sendable {
    let server: ExchangeServer
    let configuration: ExchangeConfiguration
    /// The stand-in for Apple's push service.
    let apns: APNsStandin
    /// An operator's API token, which gives access to the whole API.
    let token: String

    private init(
        _ server: ExchangeServer, _ configuration: ExchangeConfiguration, _ apns: APNsStandin, token: String
    ) {
        self.server = server
        self.configuration = configuration
        self.apns = apns
        self.token = token
    }

    /// - Parameter change: changes the configuration last, as the story or the Lab needs it.
    static func start(
        tracing trace: any TraceSink, users: [UserEntry],
        changing change: (inout ExchangeConfiguration) throws -> Void = { _ in }
    ) async throws -> DemoExchange {
        let token = UUID().uuidString
        var rules = APNsConfiguration()
        rules.topics = [DemoUsers.topic]
        let apns = try await APNsStandin.start(rules)
        var configuration = ExchangeConfiguration()
        configuration.users = users
        configuration.apiTokens = [try APIToken(name: "demo", token: .init(token))]
        configuration.broadcastApps = [
            BroadcastApp(id: "demo", key: DashboardClient.key, secret: Redacted(UUID().uuidString))
        ]
        configuration.push = apns.pushing
        configuration.logLevel = .error
        try change(&configuration)
        let server = try await ExchangeServer.start(configuration, trace: trace)
        return DemoExchange(server, configuration, apns, token: token)
    }

    var port: Int { server.port }

    func stop() async {
        await server.stop()
        await apns.stop()
    }

    // MARK: - Requests

    func ask(
        _ path: String, _ method: DemoAPIClient.Method? = nil, body: JSONObject? = nil
    ) async throws -> JSONObject {
        try await DemoAPIClient.ask(path, method, port: port, token: token, body: body)
    }

    /// The names of a user's registered devices, sorted.
    func registered(of user: String) async throws -> [String] {
        (try await ask("/api/users/\(user)/devices")["registered"]?.array ?? []).compactMap(\.string).sorted()
    }
}

extension APNsStandin {
    /// The push configuration of an exchange that uses this stand-in.
    var pushing: PushConfiguration {
        let endpoint = ServiceEndpoint(host: "localhost", port: port, trustedPEM: authorityPEM)
        return PushConfiguration(apns: [
            APNsAccount(
                teamID: credential.teamID, keyID: credential.keyID, privateKeyPEM: credential.privateKeyPEM,
                topics: [DemoUsers.topic], endpoints: [.production: endpoint, .sandbox: endpoint])
        ])
    }
}

/// Requests of the demo to the exchange's HTTP API.
enum DemoAPIClient {
    /// - Parameter proof: the `Authorization` header; an empty string sends none.
    /// - Throws: `DemoAPIError` when the status is not 2xx or the response is not a JSON object.
    static func ask(
        _ path: String, _ method: Method? = nil, port: Int, as proof: String, body: JSONObject? = nil
    ) async throws -> JSONObject {
        let bytes = try await bytes(path, method, port: port, as: proof, body: body)
        guard let json = try bytes.isEmpty ? [:] : JSONParser.parse(bytes).object else {
            throw DemoAPIError(description: "the API answered no JSON object to \(path)")
        }
        return json
    }

    static func ask(
        _ path: String, _ method: Method? = nil, port: Int, token: String, body: JSONObject? = nil
    ) async throws -> JSONObject {
        try await ask(path, method, port: port, as: "Bearer \(token)", body: body)
    }

    static func bytes(
        _ path: String, _ method: Method? = nil, port: Int, as proof: String, body: JSONObject? = nil
    ) async throws -> [UInt8] {
        let (bytes, status) = try await answer(path, method, port: port, as: proof, body: body)
        guard (200..<300).contains(status) else {
            throw DemoAPIError(description: "the API answered \(status) to \(path)")
        }
        return bytes
    }

    /// The status code of the response, whatever it is.
    static func status(_ path: String, port: Int, as proof: String) async throws -> Int {
        try await answer(path, nil, port: port, as: proof, body: nil).status
    }

    /// The `Authorization` header for a user or a device with login and password.
    static func basic(_ login: String) -> String {
        "Basic " + Data("\(login):\(DemoUsers.password(of: login))".utf8).base64EncodedString()
    }

    /// A method other than the defaults, GET without a body and POST with one.
    enum Method: String {
        case put = "PUT"
    }

    private static func answer(
        _ path: String, _ method: Method?, port: Int, as proof: String, body: JSONObject?
    ) async throws -> (bytes: [UInt8], status: Int) {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw DemoAPIError(description: "\(path) does not fit into a URL")
        }
        var request = URLRequest(url: url)
        if !proof.isEmpty { request.setValue(proof, forHTTPHeaderField: "Authorization") }
        if let body {
            request.httpMethod = method?.rawValue ?? "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.jsonText.utf8)
        }
        let (data, response) = try await URLSession.shared.answer(to: request)
        return ([UInt8](data), response.statusCode)
    }
}

/// The reason why a request to the exchange failed.
struct DemoAPIError: Error, CustomStringConvertible {
    var description: String
}
