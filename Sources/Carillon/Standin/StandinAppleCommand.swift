import ArgumentParser
import Redaction
import Standins
import WireJSON

/// `carillon standin apple`: runs the stand-in for Sign in with Apple.
struct StandinAppleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apple", abstract: "Sign in with Apple: keys, tokens, revocation, people who agree on demand.")

    @OptionGroup var options: StandinOptions

    @Option(help: ArgumentHelp("A bundle or service that may sign in; repeat for more.", valueName: "identifier"))
    var client: [String] = []

    @Option(help: ArgumentHelp("The address for notifications from server to server.", valueName: "URL"))
    var notifications: String?

    @Flag(help: "Without TLS.")
    var plain = false

    mutating func run() async throws {
        let report = StandinReport(options)
        let signals = await ProcessSignals.begin(reloads: false)
        var apple = AppleConfiguration()
        if !client.isEmpty { apple.clientIDs = client }
        apple.notificationURL = notifications
        let standin = try await AppleStandin.start(
            apple, at: options.place(isPlain: plain), clock: StandinClock(scale: options.clockScale),
            onLine: report.onLine, onDelivery: report.onLine)
        let credential = standin.credential
        report.announce(
            .apple,
            [
                "host": .string(options.host), "port": .integer(Int64(standin.port)),
                "control_port": .integer(Int64(standin.controlPort)),
                "ca_file": .string(try report.write(standin.authorityPEM, as: "authority.pem", of: .apple)),
                "key_file": .string(
                    try report.write(
                        credential.privateKeyPEM.revealed, as: "AuthKey_\(credential.keyID).p8", of: .apple)),
                "key_id": .string(credential.keyID), "team_id": .string(credential.teamID),
                "client_ids": .array(apple.clientIDs.map { .string($0) }),
            ])
        for await _ in signals.stream { break }
        await standin.stop()
        report.end(.apple)
        signals.cancel()
    }
}
