internal import CallModel
internal import ExchangeStorage
internal import Redaction

/// The directory of all parties that may call and be called: users, their numbers and the logins of their devices.
struct Directory {
    /// The origin of a user, which decides whether the API may change it.
    enum Origin {
        case configuration
        case api
    }

    private struct Account {
        var identity: Identity
        var password: PasswordHash
        /// The previous hash of the same password; nil: it was not rehashed.
        var formerHash: PasswordHash?
    }

    private(set) var users: [String: (entry: UserEntry, origin: Origin)] = [:]
    private var accounts: [String: Account] = [:]
    private var targets: [String: UserID] = [:]
    private var credentials: [String: DeviceCredential] = [:]
    /// The logins of `credentials` by device.
    private var credentialLogins: [String: Set<String>] = [:]
    /// The user of the attendant, which takes messages: it logs in like other users, but cannot be dialed.
    private(set) var attendant: UserID?

    /// Adds a user.
    ///
    /// - Throws: `DirectoryConflict` when a name, login or number is taken; the directory is then unchanged.
    mutating func add(_ user: UserEntry, from origin: Origin) throws(DirectoryConflict) {
        guard users[user.name] == nil, user.name != attendant?.rawValue else {
            throw DirectoryConflict(what: "user name")
        }
        let id = UserID(user.name)
        var logins: [(String, Account)] = []
        if let password = user.password {
            logins.append((user.name, Account(identity: Identity(user: id), password: password)))
        }
        for device in user.devices {
            logins.append(
                (device.login, Account(identity: Identity(user: id, device: device.name), password: device.password)))
        }
        let names = [user.name] + user.numbers.map(\.revealed)
        guard Set(logins.map(\.0)).count == logins.count, logins.allSatisfy({ accounts[$0.0] == nil }) else {
            throw DirectoryConflict(what: "login")
        }
        guard Set(names).count == names.count, names.allSatisfy({ targets[$0] == nil }) else {
            throw DirectoryConflict(what: "number")
        }
        guard Set(user.devices.map(\.name)).count == user.devices.count else {
            throw DirectoryConflict(what: "device name")
        }
        users[user.name] = (user, origin)
        for (login, account) in logins { accounts[login] = account }
        for name in names { targets[name] = id }
    }

    /// Adds the user who takes messages.
    ///
    /// - Throws: `DirectoryConflict` when the name is the name, login or number of a user.
    mutating func addAttendant(named name: String, password: PasswordHash) throws(DirectoryConflict) {
        guard users[name] == nil else { throw DirectoryConflict(what: "user name") }
        guard accounts[name] == nil else { throw DirectoryConflict(what: "login") }
        guard targets[name] == nil else { throw DirectoryConflict(what: "number") }
        attendant = UserID(name)
        accounts[name] = Account(
            identity: Identity(user: UserID(name), device: MailboxLimits.attendantDevice), password: password)
    }

    /// The attendant that takes messages for a user who does not answer; nil for a user without voicemail.
    func attendant(of callee: UserID, calledBy caller: UserID) -> UserID? {
        callee != caller && user(callee)?.hasVoicemail == true ? attendant : nil
    }

    /// Removes a user with all logins and numbers, and returns the removed entry.
    @discardableResult
    mutating func remove(_ name: String) -> UserEntry? {
        guard let user = users.removeValue(forKey: name)?.entry else { return nil }
        accounts[name] = nil
        for device in user.devices { accounts[device.login] = nil }
        for target in [name] + user.numbers.map(\.revealed) { targets[target] = nil }
        for (login, credential) in credentials where credential.identity.user.rawValue == name {
            set(nil, login: login)
        }
        return user
    }

    /// Removes all users of the configuration file, with their logins, numbers and credentials.
    mutating func removeConfigured() {
        for (name, user) in users where user.origin == .configuration { remove(name) }
    }

    /// Adopts the credentials of another directory for users who are in this one.
    mutating func adoptCredentials(of before: Directory) {
        for (login, credential) in before.credentials where users[credential.identity.user.rawValue] != nil {
            set(credential, login: login)
        }
    }

    /// Replaces the user of the same name; credentials of the user's devices stay.
    ///
    /// - Throws: `DirectoryConflict` when a login or number belongs to another user; the directory is then unchanged.
    mutating func replace(_ user: UserEntry, from origin: Origin) throws(DirectoryConflict) {
        let before = self
        remove(user.name)
        (credentials, credentialLogins) = (before.credentials, before.credentialLogins)
        do throws(DirectoryConflict) {
            try add(user, from: origin)
        } catch {
            self = before
            throw error
        }
    }

    /// Changes the display name of a user.
    mutating func setDisplayName(_ displayName: Redacted<String>?, of name: String) {
        users[name]?.entry.displayName = displayName
    }

    /// Replaces the hash of a user's own password by a new one of the same password.
    mutating func setHash(_ hash: PasswordHash, of name: String) {
        guard let former = users[name]?.entry.password else { return }
        users[name]?.entry.password = hash
        accounts[name]?.password = hash
        accounts[name]?.formerHash = former
    }

    /// Whether a hash that has proven a login still is that of its password.
    func stillProves(_ hash: PasswordHash, login: String) -> Bool {
        guard let account = accounts[login] ?? accounts[Self.withoutDomain(login)] else { return false }
        return account.password == hash || account.formerHash == hash
    }

    /// The owner of a login, and the hash that proves it.
    ///
    /// - Parameter now: microseconds since 1970 if credentials of devices are accepted while they last; nil: they are
    ///   not accepted.
    func account(of login: String, credentialsAt now: Int64?) -> (login: DeviceLogin, password: PasswordHash)? {
        let name = Self.withoutDomain(login)
        if let now, let credential = credentials[name] {
            guard now < credential.expiresAt, users[credential.identity.user.rawValue] != nil else { return nil }
            let login = DeviceLogin(
                identity: credential.identity, organization: credential.organization, credential: name)
            return (login, credential.password)
        }
        return (accounts[login] ?? accounts[name]).map { account in
            let organization = organizations(of: account.identity.user).first
            return (DeviceLogin(identity: account.identity, organization: organization), account.password)
        }
    }

    /// Whether a user's own password should be rehashed, which is possible for users of the API only.
    func isOutdated(_ password: PasswordHash, of login: DeviceLogin, at cost: Argon2id.Cost) -> Bool {
        guard login.identity.device == nil, login.credential == nil, password.isOutdated(at: cost) else {
            return false
        }
        return users[login.identity.user.rawValue]?.origin == .api
    }

    mutating func set(_ credential: DeviceCredential?, login: String) {
        if let device = credentials[login]?.identity.device {
            credentialLogins[device]?.remove(login)
            if credentialLogins[device]?.isEmpty == true { credentialLogins[device] = nil }
        }
        credentials[login] = credential
        if let device = credential?.identity.device { credentialLogins[device, default: []].insert(login) }
    }

    /// The logins of a device's credentials.
    func credentialLogins(ofDevice device: String) -> Set<String> { credentialLogins[device] ?? [] }

    /// The user that a dialed name or number stands for, with or without a domain.
    func target(of dialed: String) -> UserID? {
        // Both are always looked up, so that the time does not tell which names exist.
        let (whole, short) = (targets[dialed], targets[Self.withoutDomain(dialed)])
        return whole ?? short
    }

    /// The organizations of a user by the configuration.
    func organizations(of user: UserID) -> [String] { users[user.rawValue]?.entry.organizations ?? [] }

    func user(_ id: UserID) -> UserEntry? { users[id.rawValue]?.entry }

    /// Removes scheme and domain: `alice@example.com` and `sip:alice@example.com` are alice, as one exchange is one
    /// domain.
    static func withoutDomain(_ text: String) -> String {
        let name = text.hasPrefix("sip:") ? text.dropFirst(4) : text[...]
        return String(name.prefix { $0 != "@" })
    }
}

/// The error that a unique name, login or number already exists.
struct DirectoryConflict: Error {
    /// The taken kind of value: `user name`, `login`, `number`, `device name`.
    let what: String

    /// The key of the user in the configuration file that holds the value.
    var key: String {
        switch what {
        case "user name": "name"
        case "number": "numbers"
        default: "devices"
        }
    }

    /// The problem with the user of that name and its remedy; contains no number.
    func text(about user: String) -> String {
        "\"\(user)\" has a \(what) that another entry has already; give it one of its own"
    }
}

/// The identity of a login: a user, and the device if it has a login of its own.
struct Identity: Hashable {
    var user: UserID
    /// nil: logged in with the user's own password.
    var device: String?
}

/// The login of a device: its identity and its organization.
struct DeviceLogin: Hashable {
    var identity: Identity
    /// nil: the login is for no particular organization.
    var organization: String?
    /// The login of the device's credential; nil: a user's or device's own password.
    var credential: String?
    /// The single target that an anonymous login may call; nil: a login of a user.
    var anonymousTarget: String?
    /// The end of the token that it logged in with, in microseconds since 1970; nil: no token was used.
    var expiresAt: Int64?
}

/// A login for one device and one organization that expires by itself.
struct DeviceCredential {
    var identity: Identity
    /// nil: for none.
    var organization: String?
    var password: PasswordHash
    /// Microseconds since 1970.
    var expiresAt: Int64
}
