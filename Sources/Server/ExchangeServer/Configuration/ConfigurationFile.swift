internal import Accounts
internal import Crypto
internal import Foundation
internal import Logging
internal import Redaction
internal import Yams

/// The configuration file of `carillon serve`: YAML, every key optional.
///
/// ```yaml
/// listen: { host: 127.0.0.1, port: 8081 }
/// tls: { certificate: server.pem, key: server.key }
/// database: carillon.sqlite
/// users:
///   - name: alice
///     numbers: [1001]
///     password: <made by a machine>
///     devices:
///       - { name: phone, login: alice-phone, password-hash: "hmac-sha256$…" }
/// ```
public enum ConfigurationFile {
    /// The most bytes of a file. Ten thousand users with three devices are about 4 MB; more belong into the API.
    static let bytesMax = 16 * 1024 * 1024

    /// Reads the file at a path.
    ///
    /// - Throws: `ExchangeServerError` with the file, the line, the key and the remedy.
    public static func read(path: String) throws(ExchangeServerError) -> ExchangeConfiguration {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw ExchangeServerError(.configuration, "\(path): cannot be read; is it there, and yours to read?")
        }
        guard data.count <= bytesMax, let text = String(data: data, encoding: .utf8) else {
            throw ExchangeServerError(.configuration, "\(path): is not UTF-8 text of at most \(bytesMax) bytes")
        }
        return try parse(text, file: path)
    }

    /// Reads the text of a file; `file` is its name in complaints.
    ///
    /// - Throws: `configuration` with the first fault: the file, the line, the key and the rule that it breaks.
    public static func parse(_ text: String, file: String) throws(ExchangeServerError) -> ExchangeConfiguration {
        guard let root = try compose(text, file: file) else { return ExchangeConfiguration() }
        let keys = [
            "listen", "tls", "trusted-proxies", "database", "users", "api-tokens", "ice-servers", "voicemail", "limits",
            "log-level", "log-format", "apple", "anonymous-login", "cors-origins", "broadcast-apps", "numbers",
            "telnyx",
            "push", "calls", "sign-up", "browser-phone",
        ]
        let top = try ConfigurationSection(root, file: file, path: "", keys: keys)
        var configuration = ExchangeConfiguration()
        try readListen(top, into: &configuration)
        if let tls = try top.section("tls", keys: ["certificate", "key"]) {
            configuration.tls = TLSFiles(
                certificate: try tls.requiredText("certificate"), key: try tls.requiredText("key"))
        }
        configuration.trustedProxies = try trustedProxies(top)
        configuration.anonymousLogins = try anonymousLogins(top)
        configuration.calling = try calling(top)
        configuration.signUp = try signUp(top) ?? configuration.signUp
        configuration.databasePath = try top.text("database")
        configuration.logLevel = try logLevel(top) ?? configuration.logLevel
        configuration.logFormat = try logFormat(top) ?? configuration.logFormat
        configuration.fixed = fixed(root)
        for entry in try top.sections("api-tokens", keys: ["name", "token"]) {
            configuration.apiTokens.append(try apiToken(entry))
        }
        for entry in try top.sections("ice-servers", keys: iceServerKeys) {
            configuration.iceServers.append(try iceServer(entry))
        }
        configuration.broadcastApps = try broadcastApps(top)
        for entry in try top.sections("numbers", keys: numberKeys) {
            configuration.numbers.append(try number(entry, reachesOutside: false))
        }
        if let telnyx = try top.section("telnyx", keys: telnyxKeys) { configuration.telnyx = try self.telnyx(telnyx) }
        if let push = try top.section("push", keys: pushKeys) {
            configuration.push = try self.push(push)
            configuration.pushIncludesCaller = try push.boolean("tells-caller") ?? false
            if let days = try push.integer("alert-after-days", in: 0...365) {
                configuration.pushSilence = .seconds(days * 24 * 3_600)
            }
        }
        // Filled only to find duplicates while the line of each entry is known.
        var directory = Directory()
        for entry in try top.sections("users", keys: userKeys) {
            let user = try user(entry)
            do throws(DirectoryConflict) {
                try directory.add(user, from: .configuration)
            } catch {
                throw entry.complaint(error.key, error.text(about: user.name))
            }
            if user.hasVoicemail, try top.section("voicemail", keys: voicemailKeys) == nil {
                throw entry.complaint(
                    "voicemail", "is true, but the file has no voicemail section: no messages are taken")
            }
            configuration.users.append(user)
        }
        configuration.corsOrigins = try top.texts("cors-origins")
        configuration.browserPhone = try browserPhone(top)
        if let apple = try top.section("apple", keys: appleKeys) { configuration.apple = try readApple(apple) }
        configuration.voicemail = try voicemail(top)
        if let limits = try top.section("limits", keys: limitKeys) {
            try readLimits(limits, into: &configuration.limits)
        }
        return configuration
    }

    static func compose(_ text: String, file: String) throws(ExchangeServerError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let YamlError.scanner(_, problem, mark, _), let YamlError.parser(_, problem, mark, _),
            let YamlError.composer(_, problem, mark, _)
        {
            throw ExchangeServerError(.configuration, "\(file), line \(mark.line), column \(mark.column): \(problem)")
        } catch let YamlError.duplicatedKeysInMapping(duplicates, context) {
            let keys = duplicates.joined(separator: ", ")
            throw ExchangeServerError(.configuration, "\(file), line \(context.mark.line): said twice: \(keys)")
        } catch {
            throw ExchangeServerError(.configuration, "\(file): is not YAML")
        }
    }

    // MARK: - Sections

    private static let userKeys = [
        "name", "display-name", "picture", "numbers", "extension", "password", "password-hash", "devices", "voicemail",
        "organization",
    ]

    private static let deviceKeys = [
        "name", "login", "password", "password-hash", "telnyx-address", "push", "push-key",
    ]

    private static func readListen(
        _ top: ConfigurationSection, into configuration: inout ExchangeConfiguration
    ) throws(ExchangeServerError) {
        guard let listen = try top.section("listen", keys: ["host", "port", "allow-plain-outside-loopback"]) else {
            configuration.listen.port = ListenAddress.usualPort
            return
        }
        configuration.listen.host = try listen.text("host") ?? configuration.listen.host
        configuration.listen.port = try listen.integer("port", in: 0...65_535) ?? ListenAddress.usualPort
        configuration.listen.allowsPlainOutsideLoopback = try listen.boolean("allow-plain-outside-loopback") ?? false
    }

    private static func trustedProxies(_ top: ConfigurationSection) throws(ExchangeServerError) -> TrustedProxies {
        var proxies = TrustedProxies()
        for text in try top.texts("trusted-proxies") where !proxies.add(text) {
            throw top.complaint(
                "trusted-proxies", "must list addresses such as 192.0.2.1 or networks such as 10.0.0.0/8, not \(text)")
        }
        return proxies
    }

    private static func logLevel(_ top: ConfigurationSection) throws(ExchangeServerError) -> Logger.Level? {
        guard let name = try top.text("log-level") else { return nil }
        guard let level = Logger.Level(rawValue: name) else {
            let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
            throw top.complaint("log-level", "must be one of \(names)")
        }
        return level
    }

    private static func logFormat(_ top: ConfigurationSection) throws(ExchangeServerError) -> LogFormat? {
        guard let name = try top.text("log-format") else { return nil }
        guard let format = LogFormat(rawValue: name) else {
            throw top.complaint("log-format", "must be text or json")
        }
        return format
    }

    /// Digests of the sections that a reload does not change.
    private static func fixed(_ root: Node) -> [String: [UInt8]] {
        let live = [
            "users", "calls", "sign-up", "numbers", "api-tokens", "ice-servers", "limits", "log-level", "tls",
            "browser-phone",
        ]
        var digests: [String: [UInt8]] = [:]
        for (key, value) in root.mapping ?? [:] {
            guard let name = key.string, !live.contains(name) else { continue }
            var value = value
            if name == "telnyx" { value["numbers"] = nil }
            let text = (try? Yams.serialize(node: value)) ?? ""
            digests[name] = Array(SHA256.hash(data: Array(text.utf8)))
        }
        // The certificate files are read again; whether TLS is used at all cannot change.
        digests["tls"] = root["tls"] == nil ? nil : []
        return digests
    }

    private static func apiToken(_ entry: ConfigurationSection) throws(ExchangeServerError) -> APIToken {
        let name = try entry.requiredText("name")
        let token = try entry.requiredText("token")
        guard token.utf8.count >= APIToken.charactersMin else {
            throw entry.complaint("token", "must have \(APIToken.charactersMin) characters; try `openssl rand -hex 16`")
        }
        return try APIToken(name: name, token: token)
    }

    private static func user(_ entry: ConfigurationSection) throws(ExchangeServerError) -> UserEntry {
        var user = UserEntry(name: try entry.name("name", try entry.requiredText("name")))
        user.displayName = try entry.displayName("display-name")
        user.picture = try entry.picture("picture")
        let numbers = try entry.texts("numbers") + entry.texts("extension")
        user.numbers = numbers.map { Redacted($0) }
        user.password = try password(entry, of: user.name, .person)
        user.hasVoicemail = try entry.boolean("voicemail") ?? false
        user.organizations = try entry.texts("organization")
        let lengths = 1...UserEntry.organizationBytesMax
        guard user.organizations.allSatisfy({ lengths.contains($0.utf8.count) }) else {
            throw entry.complaint("organization", "must have \(lengths.lowerBound) to \(lengths.upperBound) bytes")
        }
        for device in try entry.sections("devices", keys: deviceKeys) {
            let name = try device.name("name", try device.requiredText("name"))
            let login = try device.name("login", try device.text("login") ?? "\(user.name)-\(name)")
            guard let password = try password(device, of: login, .machine) else {
                throw device.complaint("password", "or password-hash is missing")
            }
            var known = DeviceEntry(name: name, login: login, password: password)
            try readReach(device, of: &known)
            user.devices.append(known)
        }
        guard user.password != nil || !user.devices.isEmpty else {
            throw entry.complaint("password", "is missing, and no device has one: no login would be possible")
        }
        return user
    }

    /// Reads a password. One in plain text needs no slow hash, as it is kept in memory only.
    private static func password(
        _ entry: ConfigurationSection, of login: String, _ rule: PasswordRule
    ) throws(ExchangeServerError) -> PasswordHash? {
        switch (try entry.text("password"), try entry.text("password-hash")) {
        case (nil, nil): return nil
        case (.some, .some): throw entry.complaint("password-hash", "and password are both given; keep one")
        case (let text?, nil):
            let password = Redacted(text)
            do throws(PasswordRule.Fault) {
                try rule.check(password, of: login)
            } catch {
                throw entry.complaint("password", "\(error)")
            }
            return PasswordHash(unstored: password, of: login)
        case (nil, let text?):
            guard let hash = PasswordHash(text: text) else {
                throw entry.complaint("password-hash", "is not a hash; make one with `carillon serve --hash-password`")
            }
            return hash
        }
    }

    // MARK: - Limits

    private static let limitKeys = [
        "connections", "connections-of-address", "connections-of-loopback", "failed-logins-per-minute",
        "failed-logins-per-minute-of-address", "calls", "rings-of-pair", "ring-starts-per-minute", "devices-of-user",
        "requests-per-second", "message-bytes", "outbound-bytes", "api-requests-per-minute",
        "api-requests-per-minute-of-address", "login-seconds", "request-seconds",
        "ringing-seconds", "detached-seconds", "device-wait-factor", "body-bytes", "history-days",
    ]

    private static func readLimits(_ section: ConfigurationSection, into limits: inout ServerLimits)
        throws(ExchangeServerError)
    {
        let many = 1...1_000_000
        limits.connections = try section.integer("connections", in: many) ?? limits.connections
        limits.connectionsOfAddress =
            try section.integer("connections-of-address", in: many) ?? limits.connectionsOfAddress
        limits.connectionsOfLoopback =
            try section.integer("connections-of-loopback", in: many) ?? limits.connectionsOfLoopback
        limits.failedLoginsPerMinute =
            try section.integer("failed-logins-per-minute", in: many) ?? limits.failedLoginsPerMinute
        limits.failedLoginsPerMinuteOfAddress =
            try section.integer("failed-logins-per-minute-of-address", in: many)
            ?? limits.failedLoginsPerMinuteOfAddress
        limits.calls = try section.integer("calls", in: many) ?? limits.calls
        limits.ringsOfPair = try section.integer("rings-of-pair", in: 1...200) ?? limits.ringsOfPair
        limits.ringStartsPerMinute =
            try section.integer("ring-starts-per-minute", in: many) ?? limits.ringStartsPerMinute
        limits.devicesOfUser = try section.integer("devices-of-user", in: 1...1_000) ?? limits.devicesOfUser
        limits.requestsPerSecond =
            try section.integer("requests-per-second", in: many) ?? limits.requestsPerSecond
        limits.messageBytes = try section.integer("message-bytes", in: 4_096...1_000_000) ?? limits.messageBytes
        limits.outboundBytes = try section.integer("outbound-bytes", in: 16_384...16_777_216) ?? limits.outboundBytes
        limits.bodyBytes = try section.integer("body-bytes", in: 1_024...1_048_576) ?? limits.bodyBytes
        limits.historyDays = try section.integer("history-days", in: 1...3_650) ?? limits.historyDays
        limits.apiRequestsPerMinute =
            try section.integer("api-requests-per-minute", in: many) ?? limits.apiRequestsPerMinute
        limits.apiRequestsPerMinuteOfAddress =
            try section.integer("api-requests-per-minute-of-address", in: many) ?? limits.apiRequestsPerMinuteOfAddress
        let seconds = 1...3_600
        limits.loginWait = try section.integer("login-seconds", in: seconds).map(Duration.seconds) ?? limits.loginWait
        limits.requestWait =
            try section.integer("request-seconds", in: seconds).map(Duration.seconds) ?? limits.requestWait
        limits.ringing = try section.integer("ringing-seconds", in: seconds).map(Duration.seconds) ?? limits.ringing
        limits.detached = try section.integer("detached-seconds", in: seconds).map(Duration.seconds) ?? limits.detached
        limits.deviceWaitFactor = try section.integer("device-wait-factor", in: 1...100) ?? limits.deviceWaitFactor
    }
}
