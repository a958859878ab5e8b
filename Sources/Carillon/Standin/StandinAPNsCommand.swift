import ArgumentParser
import Redaction
import Standins
import WireJSON

/// `carillon standin apns`: runs the stand-in for Apple's push service.
struct StandinAPNsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "apns",
        abstract: "Apple Push Notification service: HTTP/2, provider tokens, its rules and reasons.")

    @OptionGroup var options: StandinOptions

    @Option(help: "production or sandbox.")
    var environment = "production"

    @Option(help: ArgumentHelp("A topic of the team; repeat for more (default: every topic).", valueName: "topic"))
    var topic: [String] = []

    @Option(help: ArgumentHelp("A registered device; repeat for more.", valueName: "token"))
    var device: [String] = []

    @Flag(help: "Accept pushes to tokens that are not registered.")
    var anyDevice = false

    @Option(help: "Streams at once after the first good token.")
    var streams = 1_000

    @Option(help: "Pushes a second to one device; 0: any number.")
    var deviceRate = 100

    func validate() throws {
        guard APNsStandinEnvironment(rawValue: environment) != nil else {
            throw ValidationError("--environment is production or sandbox")
        }
        guard streams > 0, deviceRate >= 0 else {
            throw ValidationError("--streams must be at least 1, --device-rate at least 0")
        }
    }

    mutating func run() async throws {
        let report = StandinReport(options)
        let signals = await ProcessSignals.begin(reloads: false)
        let standin = try await APNsStandin.start(
            apns, host: options.host, port: options.port, controlPort: options.controlPort,
            clock: StandinClock(scale: options.clockScale), onLine: report.onLine)
        for token in device {
            standin.register(APNsDevice(token: token, environment: apns.environment))
        }
        report.announce(.apns, try facts(standin, report))
        for await _ in signals.stream { break }
        await standin.stop()
        report.end(.apns)
        signals.cancel()
    }

    private var apns: APNsConfiguration {
        var apns = APNsConfiguration()
        apns.environment = APNsStandinEnvironment(rawValue: environment) ?? .production
        apns.topics = topic
        apns.streamsAtOnce = streams
        apns.deviceRate = deviceRate == 0 ? nil : StandinRate(deviceRate, per: .seconds(1))
        apns.acceptsUnknownDevices = anyDevice
        return apns
    }

    private func facts(_ standin: APNsStandin, _ report: StandinReport) throws -> JSONObject {
        [
            "host": .string(options.host), "port": .integer(Int64(standin.port)),
            "control_port": .integer(Int64(standin.controlPort)),
            "ca_file": .string(try report.write(standin.authorityPEM, as: "authority.pem", of: .apns)),
            "key_file": .string(
                try report.write(
                    standin.credential.privateKeyPEM.revealed, as: "AuthKey_\(standin.credential.keyID).p8", of: .apns)),
            "key_id": .string(standin.credential.keyID), "team_id": .string(standin.credential.teamID),
            "environment": .string(environment),
        ]
    }
}

/// `carillon standin fcm`: runs the stand-in for Firebase Cloud Messaging.
struct StandinFCMCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fcm", abstract: "Firebase Cloud Messaging and Google's token endpoint.")

    @OptionGroup var options: StandinOptions

    @Option(help: "The project.")
    var project = FCMConfiguration().project

    @Option(help: ArgumentHelp("A registered device; repeat for more.", valueName: "token"))
    var device: [String] = []

    @Flag(help: "Accept messages to tokens that are not registered.")
    var anyDevice = false

    @Flag(help: "Without TLS.")
    var plain = false

    mutating func run() async throws {
        let report = StandinReport(options)
        let signals = await ProcessSignals.begin(reloads: false)
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
