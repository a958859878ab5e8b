import ArgumentParser
import Foundation
import Standins
import WireJSON

/// `carillon standin telnyx`: runs the stand-in for Telnyx.
struct StandinTelnyxCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "telnyx",
        abstract:
            "Telnyx: Call Control with signed webhooks, the edge that phones log in to, and a public network with voices.",
        discussion: """
            Phones log in at the address `edge` (WebSocket on the API's port) with a telephony credential, its token or a
            --user. Their audio is real; the voices of the public network are set on the control port.
            Documentation/Standins.md lists it.
            """)

    @OptionGroup var options: StandinOptions

    @Option(help: ArgumentHelp("The address for webhooks of calls.", valueName: "URL"))
    var webhook: String?

    @Flag(help: "Without TLS.")
    var plain = false

    @Option(
        help: ArgumentHelp("A user of the connection that may log in; repeat for more.", valueName: "name:password"))
    var user: [String] = []

    @Flag(help: "Connect calls of phones at once instead of parking them for commands.")
    var noParking = false

    @Option(
        help: ArgumentHelp(
            "The push service for Telnyx's own pushes, such as https://localhost:8443.", valueName: "URL"))
    var apns: String?

    @Option(help: ArgumentHelp("The authority to trust for that service (PEM).", valueName: "file"))
    var apnsCa: String?

    @Option(help: ArgumentHelp("The key that signs pushes (.p8).", valueName: "file"))
    var apnsKey: String?

    @Option(help: "The key's identifier.")
    var apnsKeyId = "STANDIN001"

    @Option(help: "The team's identifier.")
    var apnsTeamId = "STANDTEAM1"

    @Option(help: ArgumentHelp("The topic of pushes: the app's identifier and .voip.", valueName: "topic"))
    var apnsTopic: String?

    func validate() throws {
        guard user.allSatisfy({ $0.split(separator: ":", maxSplits: 1).count == 2 }) else {
            throw ValidationError("--user is name:password")
        }
        guard apns == nil || apnsCa != nil && apnsKey != nil && apnsTopic != nil else {
            throw ValidationError("--apns needs --apns-ca, --apns-key and --apns-topic")
        }
    }

    mutating func run() async throws {
        let report = StandinReport(options)
        let signals = await ProcessSignals.begin(reloads: false)
        let telnyx = try telnyx()
        let standin = try await TelnyxStandin.start(
            telnyx, at: options.place(isPlain: plain), clock: StandinClock(scale: options.clockScale),
            onLine: report.onLine, onDelivery: report.onLine)
        report.announce(
            .telnyx,
            [
                "host": .string(options.host), "port": .integer(Int64(standin.port)),
                "control_port": .integer(Int64(standin.controlPort)),
                "ca_file": .string(try report.write(standin.authorityPEM, as: "authority.pem", of: .telnyx)),
                "api_key": .string(telnyx.apiKey), "connection_id": .string(telnyx.connectionID),
                "public_key": .string(standin.publicKey), "edge": .string(standin.edgeURL),
            ])
        for await _ in signals.stream { break }
        await standin.stop()
        report.end(.telnyx)
        signals.cancel()
    }

    private func telnyx() throws -> TelnyxConfiguration {
        var telnyx = TelnyxConfiguration()
        telnyx.webhookURL = webhook
        telnyx.parksOutboundCalls = !noParking
        for entry in user {
            let parts = entry.split(separator: ":", maxSplits: 1).map(String.init)
            telnyx.connectionUsers[parts[0]] = parts[1]
        }
        guard let apns, let apnsCa, let apnsKey, let apnsTopic else { return telnyx }
        telnyx.push = TelnyxPushSettings(
            address: apns, authorityPEM: try String(contentsOfFile: apnsCa, encoding: .utf8), teamID: apnsTeamId,
            keyID: apnsKeyId, privateKeyPEM: try String(contentsOfFile: apnsKey, encoding: .utf8), topic: apnsTopic)
        return telnyx
    }
}
