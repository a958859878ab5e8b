import ExchangeServer
import Logging
import PhoneKit
import Redaction

/// Exchanges for tests: on a free port of the loopback interface, in memory, silent.
enum TestExchange {
    static let token = "0123456789abcdef0123"

    /// alice, and bob with a mobile phone and one on the desk.
    static func start() async throws -> ExchangeServer {
        var configuration = ExchangeConfiguration()
        configuration.users = [
            UserEntry(name: "alice", displayName: "Alice Example", password: PasswordHash(password: "alice-secret")),
            UserEntry(
                name: "bob", numbers: ["1002"],
                devices: ["mobile", "desk"].map { device in
                    DeviceEntry(name: device, login: "bob-\(device)", password: PasswordHash(password: "secret"))
                }),
        ]
        configuration.apiTokens = [try APIToken(name: "test", token: token)]
        return try await ExchangeServer.start(
            configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}

extension ExchangeServer {
    var address: String { "ws://127.0.0.1:\(port)/" }

    /// What bob's mobile phone connects with.
    var credentials: PhoneCredentials {
        PhoneCredentials(address: address, proof: .password(login: "bob-mobile", password: "secret"))
    }
}
