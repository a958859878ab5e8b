import ArgumentParser
import Redaction
import Standins
import WireJSON

/// `carillon standin fcm`
struct StandinFCMCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fcm", abstract: "Firebase Cloud Messaging and Google's token endpoint.")

    @OptionGroup var options: StandinOptions

    @Option(help: "The project.")
    var project = FCMConfiguration().project

    @Option(help: ArgumentHelp("A device that is known; repeat for more.", valueName: "token"))
    var device: [String] = []

    @Flag(help: "Take messages to tokens nobody registered.")
    var anyDevice = false

    @Flag(help: "Without TLS.")
    var plain = false

    mutating func run() async throws {
        let report = StandinReport(options)
        let signals = ProcessSignals(reloads: false)
        var fcm = FCMConfiguration()
        fcm.project = project
        fcm.acceptsUnknownDevices = anyDevice
        let standin = try await FCMStandin.start(
            fcm, at: options.place(isPlain: plain), clock: StandinClock(scale: options.clockScale),
            onLine: report.onLine)
        for token in device { standin.register(token) }
        report.announce(
            .fcm,
            [
                "host": .string(options.host), "port": .integer(Int64(standin.port)),
                "control_port": .integer(Int64(standin.controlPort)),
                "ca_file": .string(try report.write(standin.authorityPEM, as: "authority.pem", of: .fcm)),
                "account_file": .string(
                    try report.write(
                        standin.serviceAccount.revealed.jsonText, as: "service-account.json", of: .fcm)),
                "project": .string(project),
            ])
        for await _ in signals.stream { break }
        await standin.stop()
        report.end(.fcm)
        signals.cancel()
    }
}
