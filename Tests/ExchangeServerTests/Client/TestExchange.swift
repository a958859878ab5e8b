import Clocks
import ExchangeServer
import Redaction
import TestLog
import Trace

/// Exchanges for tests: on a free port, in memory.
enum TestExchange {
    static let token = "0123456789abcdef0123"

    /// alice and bob, each with a password and two devices of their own. Their passwords are the same in every run, as
    /// those of a file.
    static func configuration() throws -> ExchangeConfiguration {
        var configuration = ExchangeConfiguration()
        configuration.users = ["alice", "bob"].enumerated().map { index, name in
            UserEntry(
                name: name, displayName: Redacted("User \(name)"), numbers: [Redacted("100\(index + 1)")],
                password: PasswordHash(unstored: Redacted("\(name)-secret"), of: name),
                devices: ["phone", "desk"].map { device in
                    DeviceEntry(
                        name: device, login: "\(name)-\(device)",
                        password: PasswordHash(unstored: Redacted("\(device)-secret"), of: "\(name)-\(device)"))
                })
        }
        // Longer than any test waits for its turn on a busy machine; what the wait itself does has tests of its own.
        configuration.limits.loginWait = .seconds(600)
        configuration.limits.replyWait = .seconds(600)
        // Tests ring one user more often than a person does; the limit has tests of its own.
        configuration.limits.ringStartsPerMinute = 1_000_000
        configuration.apiTokens = [try APIToken(name: "test", token: token)]
        return configuration
    }

    /// Runs a body against a server that is stopped afterwards.
    static func run<Value>(
        calendarClock: any TimeSource = SystemClock(), time: any TimeSource = SystemClock(),
        passwordWork: PasswordVerifier.Work = .leastCost,
        _ change: (inout ExchangeConfiguration) throws -> Void = { _ in }, writingTo lines: LogLines? = nil,
        _ body: (ExchangeServer) async throws -> Value
    ) async throws -> Value {
        var configuration = try configuration()
        try change(&configuration)
        let server = try await ExchangeServer.start(
            configuration, trace: lines, logger: lines?.logger ?? TestLog.logger, calendarClock: calendarClock,
            time: time,
            passwordWork: passwordWork)
        do {
            let value = try await body(server)
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }
}
