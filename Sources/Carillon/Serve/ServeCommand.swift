import Accounts
package import ArgumentParser
package import ExchangeServer
import Foundation
import Redaction

/// `carillon serve`: runs the exchange until a signal stops it.
package struct ServeCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run an exchange: Verto over WebSocket and the HTTP API on one port.",
        discussion: """
            A first try:  carillon serve --user alice --user bob
            For real:     carillon serve --config carillon.yaml

            In the file: listen (host, port, allow-plain-outside-loopback), tls (certificate, key), database, users (name, \
            display-name, numbers, password or password-hash, organization, devices, voicemail), api-tokens (name, token), \
            ice-servers, voicemail (greeting, message-seconds, kept-days), limits, log-level, log-format, broadcast-apps (id, key, \
            secret, client-events), cors-origins, browser-phone, apple (clients, team, key, private-key, url, authorities), \
            telnyx (api-key, public-key, connection-id, from, numbers …), push (apns, fcm, tells-caller). Options override the \
            file; --user and --users-file add to its users.

            A password is never an argument, because others could see it. It comes from the variable CARILLON_PASSWORD, a file or a \
            prompt. A user's own password has at least 8 characters (6 with --user, if only this machine can reach the exchange), \
            a device's 12. A device's password is checked by one HMAC, so that thousands of devices can return at once; let a \
            machine make it (openssl rand -base64 18). SIGHUP reads the file again without dropping a call. SIGTERM and SIGINT stop in order; a second \
            one stops at once.
            """)

    @Option(help: ArgumentHelp("The configuration file, YAML.", valueName: "file"))
    var config: String?

    @Option(help: "The address to listen on (default: 127.0.0.1, or the file's).")
    var host: String?

    @Option(help: "The port; 0: a free one, which is printed (default: 8081, or the file's).")
    var port: Int?

    @OptionGroup(title: "Users") var users: CommandLineUsers

    @Option(help: ArgumentHelp("The SQLite file for journal and users (default: in memory).", valueName: "file"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "Write every event and effect to a file as JSON lines, redacted; a file of that name is replaced.",
            valueName: "file"))
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "How log lines are written: text or json (default: text, or the file's).", valueName: "format"),
        transform: { text in
            guard let format = LogFormat(rawValue: text) else { throw ValidationError("--log-format is text or json") }
            return format
        })
    var logFormat: LogFormat?

    @Option(
        help: ArgumentHelp(
            """
            The folder of the browser phone, which is then served at \(ExchangeServer.browserPhonePage) of this address: \
            Sources/Web of the sources (default: the file's, or web beside the packaged command).
            """, valueName: "folder"))
    var browserPhone: String?

    @Flag(help: "Listen in plain text even where others can reach it, as behind a proxy that ends TLS.")
    var allowPlain = false

    @Flag(
        help: """
            Read a password from standard input, print its hash (argon2id) for the configuration file, and do nothing else.
            """)
    var hashPassword = false

    @Flag(
        help:
            "With --hash-password: the password was made by a machine, as for devices, so that a cheap hash is enough.")
    var machineMade = false

    package init() {}

    package func validate() throws {
        guard hashPassword || !machineMade else { throw ValidationError("--machine-made needs --hash-password") }
        if let port, !(0...65_535).contains(port) { throw ValidationError("--port is 0 to 65535") }
    }

    package mutating func run() async throws {
        if hashPassword { return try PasswordHashing.run(isMachineMade: machineMade) }
        ProcessPrivacy.begin()
        // Passwords are read only once, so that a reload does not prompt again.
        let users = try users.read()
        let signals = await ProcessSignals.begin(reloads: config != nil)
        let configuration = try configuration(users)
        let trace = try trace.map { try TraceFileWriter(path: $0) }
        let server: ExchangeServer
        do {
            server = try await ExchangeServer.start(configuration, trace: trace)
        } catch {
            signals.cancel()
            throw Self.failure(of: error)
        }
        let voicemail: VoicemailService?
        do {
            voicemail = try await VoicemailService.start(for: server, configuration)
        } catch {
            await server.stop()
            throw error
        }
        announce(server, configuration)
        for await word in signals.stream {
            guard word == .reload else { break }
            await server.reload { try self.configuration(users) }
        }
        Terminal().complain("carillon serve: stopping")
        await voicemail?.stop()
        await server.stop()
        let isTraced = trace?.finish() ?? true
        signals.cancel()
        if !isTraced { throw ExitCode.failure }
    }

    /// Turns a configuration error into `WrongFile`, so that it exits as a usage error; any other error becomes
    /// `ServeFailure`.
    package static func failure(of error: ExchangeServerError) -> any Error {
        error.code == .configuration ? WrongFile("\(error)") : ServeFailure(description: "\(error)")
    }

    /// Reads the configuration file, then applies the command line's options.
    private func configuration(_ users: [CommandLineUser]) throws -> ExchangeConfiguration {
        var configuration = ExchangeConfiguration()
        configuration.listen.port = ListenAddress.usualPort
        if let config {
            do {
                configuration = try ConfigurationFile.read(path: config)
            } catch {
                throw WrongFile("\(error)")
            }
        }
        if let host { configuration.listen.host = host }
        let rule = configuration.listen.isLoopback ? PasswordRule.trial : .person
        configuration.users += try users.map { try $0.entry(rule) }
        if let port { configuration.listen.port = port }
        if let logFormat { configuration.logFormat = logFormat }
        if let database { configuration.databasePath = database }
        if let browserPhone { configuration.browserPhone = .folder(browserPhone) }
        if configuration.browserPhone == .unsaid { configuration.browserPhone = PackagedBrowserPhone.setting() }
        if allowPlain { configuration.listen.allowsPlainOutsideLoopback = true }
        return configuration
    }

    private func announce(_ server: ExchangeServer, _ configuration: ExchangeConfiguration) {
        let address = "\(configuration.listen.host):\(server.port)"
        let isSecure = configuration.tls != nil
        let users =
            configuration.users.isEmpty ? "; no user yet: --user name, users in the file, or the API" : ""
        var line = "carillon serve: listening on \(address), phones at \(isSecure ? "wss" : "ws")://\(address)"
        if case .folder = configuration.browserPhone {
            line += ", browser phone at \(isSecure ? "https" : "http")://\(address)\(ExchangeServer.browserPhonePage)"
        }
        Terminal().print(line + users)
    }
}

/// Carries out `carillon serve --hash-password`.
enum PasswordHashing {
    /// Reads a password from one line and prints its hash for a configuration file.
    ///
    /// - Parameter isMachineMade: whether a machine made the password; otherwise a person chose it.
    static func run(isMachineMade: Bool) throws {
        let isAsked = isatty(STDIN_FILENO) == 1
        let typed = isAsked ? try HiddenPrompt.read("Password: ") : readLine(strippingNewline: true)
        guard let typed, !typed.isEmpty else {
            throw ServeFailure(
                description:
                    "give the password on standard input, such as: openssl rand -base64 18 | tee password | carillon serve --hash-password"
            )
        }
        let password = Redacted(typed)
        do throws(PasswordRule.Fault) {
            try (isMachineMade ? PasswordRule.machine : .person).check(password, of: "")
        } catch {
            throw WrongFile("the password \(error)")
        }
        guard let hash = isMachineMade ? PasswordHash(password: password) : PasswordHash.chosen(password) else {
            throw ServeFailure(description: "there is not enough memory to hash a password; 19 MiB are needed")
        }
        print(hash.text)
    }
}

/// The reason why the exchange does not run. Its text says how to fix it.
struct ServeFailure: Error, CustomStringConvertible {
    let description: String
}

/// The browser phone of a package: `Packaging/package` puts its folder beside the command.
enum PackagedBrowserPhone {
    static let folder = "web"

    /// The setting of an exchange whose configuration does not say; a command that was built here has no such folder.
    static func setting() -> BrowserPhoneSetting {
        let command = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let path = command.deletingLastPathComponent().appending(path: folder).path
        return FileManager.default.fileExists(atPath: path) ? .folder(path) : .off
    }
}
