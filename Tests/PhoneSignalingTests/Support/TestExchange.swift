import CallModel
import ExchangePush
import ExchangeServer
import Foundation
import PhoneCore
import PhoneExchange
import PhoneKit
import PushDelivery
import Redaction
import RingTime
import Standins
import TestLog
import Trace

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Exchanges for tests: on a free port of the loopback interface, in memory, silent.
enum TestExchange {
    static let token = "0123456789abcdef0123"
    static let topic = "com.example.phone.voip"
    static let organization = OrganizationID("acme")

    /// alice, and bob with a mobile phone and one on the desk.
    ///
    /// - Parameters:
    ///   - push: the push service of bob's app; both then belong to ``organization``.
    ///   - ringing: how long a called device rings; nil: as long as a busy machine needs.
    ///   - includesCaller: whether pushes say who calls.
    ///   - clock: of calls to numbers and of pushes.
    ///   - trace: what its machine is told and wants.
    ///   - change: what else is different.
    static func start(
        push: PushConfiguration? = nil, ringing: Duration? = nil, includesCaller: Bool = false,
        clock: JumpClock = JumpClock(), trace: (any TraceSink)? = nil,
        _ change: @Sendable (inout ExchangeConfiguration) -> Void = { _ in }
    ) async throws -> ExchangeServer {
        let organizations = push == nil ? [] : [organization.rawValue]
        var configuration = ExchangeConfiguration()
        configuration.users = [
            UserEntry(
                name: "alice", displayName: "Alice Example", numbers: ["+15550100"],
                password: PasswordHash(password: "alice-secret"), organizations: organizations),
            UserEntry(
                name: "bob", numbers: ["1002"], password: PasswordHash(password: "bob-secret"),
                devices: ["mobile", "desk"].map { device in
                    DeviceEntry(name: device, login: "bob-\(device)", password: PasswordHash(password: "secret"))
                }, organizations: organizations),
        ]
        // Tests ring one user more often than a person does; what the limit does is tested with the exchange.
        configuration.limits.ringStartsPerMinute = 1_000_000
        // However busy the machine is; what these waits do is tested with the exchange.
        configuration.limits.loginWait = .seconds(600)
        configuration.limits.replyWait = .seconds(600)
        configuration.limits.deviceWaitFactor = 10
        configuration.apiTokens = [try APIToken(name: "test", token: token)]
        if let push { configuration.push = push }
        configuration.pushIncludesCaller = includesCaller
        configuration.limits.ringing = ringing ?? .seconds(120)
        change(&configuration)
        return try await ExchangeServer.start(
            configuration, trace: trace, logger: TestLog.logger, calendarClock: clock, pushClock: clock.pushes,
            passwordWork: .leastCost)
    }
}

extension ExchangeServer {
    var address: String { "ws://127.0.0.1:\(port)/" }

    /// What bob's mobile phone connects with.
    var credentials: PhoneCredentials {
        PhoneCredentials(address: address, proof: .password(login: "bob-mobile", password: "secret"))
    }

    /// What an app tells of this exchange.
    @MainActor var settings: ExchangeSettings? {
        guard let api = URL(string: "http://127.0.0.1:\(port)/") else { return nil }
        return ExchangeSettings(api: api, socket: address, topic: TestExchange.topic) {
            ExchangeInstallation(id: "installation-of-bob", deviceName: "Phone")
        }
    }

    /// Makes the organization, with bob for its owner.
    func makeOrganization(_ name: String = "acme") async throws {
        guard let url = URL(string: "http://127.0.0.1:\(port)/api/organizations") else { return }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("Bearer \(TestExchange.token)", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(#"{"id":"\#(name)","name":"\#(name.capitalized)","owner":"bob"}"#.utf8)
        _ = try await URLSession.shared.answer(to: request)
    }
}

extension APNsConfiguration {
    /// That knows bob's app.
    static var bobsApp: APNsConfiguration {
        var rules = APNsConfiguration()
        rules.topics = [TestExchange.topic]
        return rules
    }
}

extension APNsStandin {
    /// What an exchange has to know to push to it.
    var pushing: PushConfiguration {
        let endpoint = ServiceEndpoint(host: "localhost", port: port, trustedPEM: authorityPEM)
        return PushConfiguration(apns: [
            APNsAccount(
                teamID: credential.teamID, keyID: credential.keyID, privateKeyPEM: credential.privateKeyPEM,
                topics: [TestExchange.topic], endpoints: [.production: endpoint, .sandbox: endpoint])
        ])
    }
}
