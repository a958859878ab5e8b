public import ArgumentParser
public import CarillonRTC
import Foundation
import MediaEngine
import NativeMedia
import Redaction

/// `carillon phone`: a softphone for a terminal, or for a program that drives it over standard input and output.
package struct PhoneCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "A softphone in the terminal.",
        discussion: """
            Registers at an exchange and takes commands, one a line: dial, answer, hang, hold, mute, digits … \
            ("help" lists them). With --json it prints one JSON object a line and takes the same commands, for programs.

            The password comes from --password-file, the variable CARILLON_PASSWORD, or a prompt.
            """)

    @Option(help: "The exchange: ws://host:port or wss://host, with any path and query.")
    var server: String

    @Option(help: "The user, or user@domain.")
    var login: String

    @OptionGroup(title: "Password") var password: PhonePassword

    @Option(help: "telnyx or freeswitch.")
    var dialect: Dialect = .telnyx

    @Option(help: "Place a call at once; the phone ends with it.")
    var dial: String?

    @Option(help: ArgumentHelp("A header for that call; repeat for more.", valueName: "name=value"))
    var header: [String] = []

    @Flag(help: "Answer every call at once.")
    var answer = false

    @Option(help: ArgumentHelp("Hang up this long after a call became active.", valueName: "seconds"))
    var hangUpAfter: Double?

    @OptionGroup(title: "Sound") var sound: PhoneSoundOptions
    @OptionGroup(title: "Network") var network: PhoneNetworkOptions

    @Option(help: "The caller's name for the other side.")
    var callerName: String?

    @Option(help: "The caller's number for the other side.")
    var callerNumber: String?

    @Flag(help: "One JSON object a line.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Write every event and effect to a file, redacted. A file of that name is replaced.", valueName: "file"))
    var trace: String?

    package init() {}

    package func validate() throws {
        do {
            _ = try SignalingURL(server)
        } catch {
            throw ValidationError("--server: \(error.context)")
        }
        _ = try headers()
        if let hangUpAfter, !(hangUpAfter >= 0 && hangUpAfter.isFinite) {
            throw ValidationError("--hang-up-after must not be negative")
        }
    }

    package mutating func run() async throws {
        let terminal = json ? Terminal(isColored: false) : Terminal()
        let screen = PhoneScreen(form: json ? .json : .text, terminal: terminal)
        let plan = try plan()
        let file = try trace.map { try TraceFileWriter(path: $0) }
        let client = try CarillonClient(plan.client, ports: try ports(file))
        let session = TerminalPhone(plan, client: client, screen: screen)
        let interrupts = SignalCount()
        let signals = await SignalSources.begin([SIGINT, SIGTERM]) { number in
            if interrupts.next() > 1 { Foundation.exit(128 + number) }
            Task { await session.quit() }
        }
        defer { signals.cancel() }
        let outcome: PhoneOutcome
        do {
            outcome = try await session.run(StandardInputLines())
        } catch let error as ClientError {
            if json { screen.show(.disconnected(error)) }
            outcome = .failed(error.context)
        }
        let isTraced = file?.finish() ?? true
        if case .failed(let reason) = outcome {
            terminal.complain("carillon phone: \(reason)")
            throw ExitCode.failure
        }
        if !isTraced { throw ExitCode.failure }
    }

    private static let userAgent = "Carillon-phone/\(Carillon.version)"

    private func plan() throws -> PhoneConfiguration {
        var client = ClientConfiguration(
            url: try SignalingURL(server),
            credentials: .password(login: Redacted(login), password: try password.read()),
            dialect: dialect)
        try network.apply(to: &client)
        sound.apply(to: &client)
        client.callerName = callerName
        client.callerNumber = callerNumber
        client.userAgent = Self.userAgent
        var plan = PhoneConfiguration(client: client, login: login)
        if let dial { plan.dial = PhoneConfiguration.DialOrder(number: dial, headers: try headers()) }
        plan.answersByItself = answer
        plan.hangUpAfter = hangUpAfter.map { .seconds($0) }
        plan.play = try PhoneSound(sound.play)
        plan.recordPath = sound.record
        plan.watched = sound.listenFor
        return plan
    }

    private func ports(_ trace: TraceFileWriter?) throws -> ClientPorts {
        var configuration = WebSocketTransport.Configuration()
        configuration.trustRoots = try network.trustRoot.map { path in
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw WrongFile("--trust-root: \(path) cannot be read")
            }
            return text
        }
        configuration.userAgent = Self.userAgent
        configuration.otherInterface = LocalAddresses.interfaceBesideDefaultRoute
        var media = NativeMediaOptions()
        media.trustRootsPath = try network.trustRootsPath()
        return ClientPorts(
            media: try NativeMediaEngine(media), transport: WebSocketTransport(configuration), trace: trace, name: login
        )
    }

    private func headers() throws -> [CallHeader] {
        try header.map { text in
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty else { throw ValidationError("--header is name=value") }
            return CallHeader(String(parts[0]), Redacted(String(parts[1])))
        }
    }
}

/// What the command line tells a phone to do by itself.
struct PhoneConfiguration: Sendable {
    var client: ClientConfiguration
    var login: String
    var dial: DialOrder?
    var answersByItself = false
    /// The time from a call becoming active to its hang-up.
    var hangUpAfter: Duration?
    var play: PhoneSound = .silence
    var recordPath: String?
    /// The frequencies of tones to report, in hertz.
    var watched: [Double] = []

    struct DialOrder: Sendable {
        let number: String
        let headers: [CallHeader]
    }

    /// Whether the phone goes on when its standard input ends, because it has a call to place or to wait for.
    var isUnattended: Bool { dial != nil || answersByItself }
}

/// The source of the password. It is never an argument, because other users can see arguments in the list of processes.
struct PhonePassword: ParsableArguments {
    static let variable = "CARILLON_PASSWORD"

    @Option(help: "A file with the password in its first line.")
    var passwordFile: String?

    /// - Throws: `ValidationError` when there is none, `WrongFile` when its file cannot be read or its first line is
    ///   empty, `ExitCode` when the user interrupts the prompt.
    func read() throws -> Redacted<String> {
        if let passwordFile {
            guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8) else {
                throw WrongFile("--password-file: \(passwordFile) cannot be read")
            }
            let line = text.prefix { !$0.isNewline }
            guard !line.isEmpty else { throw WrongFile("--password-file: the first line of \(passwordFile) is empty") }
            return Redacted(String(line))
        }
        if let given = ProcessInfo.processInfo.environment[Self.variable] { return Redacted(given) }
        guard let typed = try HiddenPrompt.read("Password: "), !typed.isEmpty else {
            throw ValidationError("no password: use --password-file or the variable \(Self.variable).")
        }
        return Redacted(typed)
    }
}

extension Dialect: ExpressibleByArgument {}
