internal import Accounts
internal import ExchangeStorage
internal import HTTPTypes
internal import Redaction
internal import WireJSON

/// Users as JSON. Passwords are read and never written.
enum UserDocument {
    static let numbersMax = 32
    static let devicesMax = 64

    static let deviceShape = Shape.named(
        "UserDevice", .object(.needed("name", .text(.any(1...128))), .needed("login", .text(.any(1...256)))))

    static let shape = Shape.named(
        "User",
        .object(
            .needed("name", .text(.any(1...128))), .needed("numbers", .list(.text(.any(0...128)), atMost: 10_000)),
            .needed("devices", .list(deviceShape, atMost: 10_000)), .optional("display_name", .text(.any(0...1_024))),
            .optional("picture", .text(.any(0...PictureAddress.length.upperBound))), .needed("voicemail", .boolean)))

    /// A password's hash, as `carillon serve --hash-password` prints it.
    private static let hashForm = TextSchema(
        length: PasswordHash.textLengths, pattern: PasswordHash.pattern,
        allows: { $0.isASCII && (0x21...0x7E).contains($0.value) })

    /// The form of a new password by the rule for it.
    static func passwordForm(_ rule: PasswordRule) -> TextSchema {
        .line(rule.charactersMin...PasswordRule.charactersMax)
    }

    static let newDeviceShape = Shape.named(
        "NewUserDevice",
        .object(
            Shape.ObjectShape(
                fields: [
                    .needed("name", .text(.newName)), .optional("login", .text(.newName)),
                    .optional("password", .text(passwordForm(.machine))), .optional("password_hash", .text(hashForm)),
                ], oneOf: ["password", "password_hash"])))

    static let newShape = Shape.named(
        "NewUser",
        .object(
            Shape.ObjectShape(
                fields: [
                    .needed("name", .text(.newName)), .optional("display_name", .text(.optionalDisplayName)),
                    .optional("picture", .text(.optionalPicture)),
                    .optional("numbers", .list(.text(.line(1...64)), atMost: numbersMax)),
                    .optional("password", .text(passwordForm(.person))), .optional("password_hash", .text(hashForm)),
                    .optional("voicemail", .boolean),
                    .optional("devices", .list(newDeviceShape, atLeast: 1, atMost: devicesMax)),
                ], oneOf: ["password", "password_hash", "devices"])))

    /// The changeable fields of a user.
    static let changeShape = Shape.named(
        "UserChange",
        .object(
            .optional("display_name", .text(.optionalDisplayName)), .optional("picture", .text(.optionalPicture)),
            .optional("numbers", .list(.text(.line(1...64)), atMost: numbersMax)), .optional("voicemail", .boolean)))

    static let passwordShape = Shape.named("NewPassword", passwordShape(.person))
    static let devicePasswordShape = Shape.named("NewDevicePassword", passwordShape(.machine))

    private static func passwordShape(_ rule: PasswordRule) -> Shape {
        .object(
            Shape.ObjectShape(
                fields: [
                    .optional("password", .text(passwordForm(rule))), .optional("password_hash", .text(hashForm)),
                ], oneOf: ["password", "password_hash"]))
    }

    /// Applies the given fields to a user.
    static func apply(_ change: JSONObject, to user: inout UserEntry) {
        if let name = change["display_name"]?.string { user.displayName = name.isEmpty ? nil : Redacted(name) }
        if let picture = change["picture"]?.string { user.picture = picture.isEmpty ? nil : Redacted(picture) }
        if let numbers = change["numbers"]?.array {
            user.numbers = numbers.compactMap { $0.string.map { Redacted($0) } }
        }
        if let hasVoicemail = change["voicemail"]?.bool { user.hasVoicemail = hasVoicemail }
    }

    /// The hash of a device's password, which machines generate; nil when none is given.
    static func devicePassword(of object: JSONObject, login: String) throws(Problem) -> PasswordHash? {
        if let hash = try hash(of: object) { return hash }
        return try plainPassword(of: object, login: login, .machine).map { PasswordHash(password: $0) }
    }

    static func json(_ user: UserEntry) -> JSONValue {
        var object: JSONObject = [
            "name": .string(user.name), "numbers": .array(user.numbers.map { .string($0.revealed) }),
            "devices": .array(user.devices.map { json($0) }), "voicemail": .bool(user.hasVoicemail),
        ]
        object["display_name"] = user.displayName.map { .string($0.revealed) }
        object["picture"] = user.picture.map { .string($0.revealed) }
        return .object(object)
    }

    static func json(_ device: DeviceEntry) -> JSONValue {
        ["name": .string(device.name), "login": .string(device.login)]
    }

    /// - Parameter password: the user's own, as `ownPassword` gave it.
    static func user(from object: JSONObject, password: PasswordHash?) throws(Problem) -> UserEntry {
        let name = try text("name", of: object)
        var user = UserEntry(name: name)
        user.displayName = object["display_name"]?.string.map { Redacted($0) }
        user.picture = object["picture"]?.string.flatMap { PictureAddress($0).map { Redacted($0.text) } }
        user.numbers = try list("numbers", of: object, atMost: numbersMax) { $0.string.map { Redacted($0) } }
        user.password = password
        user.hasVoicemail = object["voicemail"]?.bool ?? false
        let devices = try list("devices", of: object, atMost: devicesMax) { $0.object }
        for entry in devices { user.devices.append(try device(from: entry, of: name)) }
        guard user.password != nil || !user.devices.isEmpty else {
            throw Problem(
                .unprocessableContent, "Give a password or a device with one: otherwise no login is possible.")
        }
        return user
    }

    static func device(from object: JSONObject, of user: String) throws(Problem) -> DeviceEntry {
        let name = try text("name", of: object)
        let login = object["login"] == nil ? "\(user)-\(name)" : try text("login", of: object)
        guard let password = try devicePassword(of: object, login: login) else {
            throw Problem(.unprocessableContent, "A device needs password or password_hash.")
        }
        return DeviceEntry(name: name, login: login, password: password)
    }

    /// The hash of a user's own password, which people choose; nil when none is given.
    static func ownPassword(
        of object: JSONObject, login: String, _ backend: APIBackend
    ) async throws -> PasswordHash? {
        if let hash = try hash(of: object) { return hash }
        guard let password = try plainPassword(of: object, login: login, .person) else { return nil }
        return try await backend.hash(password)
    }

    /// A password in plain text that keeps a rule; nil when none is given.
    static func plainPassword(
        _ key: String = "password", of object: JSONObject, login: String, _ rule: PasswordRule
    ) throws(Problem) -> Redacted<String>? {
        guard let text = object[key]?.string else { return nil }
        let password = Redacted(text)
        do throws(PasswordRule.Fault) {
            try rule.check(password, of: login)
        } catch {
            throw Problem(.unprocessableContent, "\(key) \(error).")
        }
        return password
    }

    private static func hash(of object: JSONObject) throws(Problem) -> PasswordHash? {
        guard let text = object["password_hash"]?.string else { return nil }
        guard let hash = PasswordHash(text: text) else {
            throw Problem(.unprocessableContent, "password_hash is malformed; see carillon serve --hash-password.")
        }
        return hash
    }

    private static func text(_ key: String, of object: JSONObject) throws(Problem) -> String {
        do throws(NameError) {
            return try UserName(object[key]?.string ?? "").text
        } catch {
            throw Problem(.unprocessableContent, "\(key) \(error).")
        }
    }

    private static func list<Element>(
        _ key: String, of object: JSONObject, atMost count: Int, _ read: (JSONValue) -> Element?
    ) throws(Problem) -> [Element] {
        guard let value = object[key] else { return [] }
        guard let values = value.array, values.count <= count else {
            throw Problem(.unprocessableContent, "\(key) must be a list of at most \(count).")
        }
        let elements = values.compactMap(read)
        guard elements.count == values.count else {
            throw Problem(.unprocessableContent, "\(key) holds the wrong kind of value.")
        }
        return elements
    }
}

extension StoredUser {
    init(_ user: UserEntry) {
        self.init(
            name: user.name, displayName: user.displayName, picture: user.picture, numbers: user.numbers,
            password: user.password?.text, hasVoicemail: user.hasVoicemail, devices: user.devices.map { Device($0) })
    }
}

extension StoredUser.Device {
    init(_ device: DeviceEntry) {
        self.init(name: device.name, login: device.login, password: device.password.text)
    }
}

extension UserEntry {
    /// Returns nil when a hash in the database is invalid, because the file was edited.
    init?(_ stored: StoredUser) {
        self.init(
            name: stored.name, displayName: stored.displayName, picture: stored.picture, numbers: stored.numbers)
        hasVoicemail = stored.hasVoicemail
        if let text = stored.password {
            guard let hash = PasswordHash(text: text) else { return nil }
            password = hash
        }
        for device in stored.devices {
            guard let hash = PasswordHash(text: device.password) else { return nil }
            devices.append(DeviceEntry(name: device.name, login: device.login, password: hash))
        }
    }
}
