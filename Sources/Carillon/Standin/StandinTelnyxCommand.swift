import ArgumentParser
import Standins
import WireJSON

/// `carillon standin telnyx`
struct StandinTelnyxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "telnyx", abstract: "Telnyx Call Control: commands, signed webhooks, phones that answer on demand."
    )

    @OptionGroup var options: StandinOptions

    @Option(help: ArgumentHelp("Where news of calls goes.", valueName: "URL"))
    var webhook: String?

    @Flag(help: "Without TLS.")
    var plain = false

    mutating func run() async throws {
        let report = StandinReport(options)
        let signals = ProcessSignals(reloads: false)
        var telnyx = TelnyxConfiguration()
        telnyx.webhookURL = webhook
        let standin = try await TelnyxStandin.start(
            telnyx, at: options.place(isPlain: plain), clock: StandinClock(scale: options.clockScale),
            onLine: report.onLine)
        report.announce(
            .telnyx,
            [
                "host": .string(options.host), "port": .integer(Int64(standin.port)),
                "control_port": .integer(Int64(standin.controlPort)),
                "ca_file": .string(try report.write(standin.authorityPEM, as: "authority.pem", of: .telnyx)),
                "api_key": .string(telnyx.apiKey), "connection_id": .string(telnyx.connectionID),
                "public_key": .string(standin.publicKey),
            ])
        for await _ in signals.stream { break }
        await standin.stop()
        report.end(.telnyx)
        signals.cancel()
    }
}
