internal import CallModel
internal import Redaction

/// Who may call and be called: users, their numbers, their devices' logins.
struct Directory {
    /// Where a user comes from, which decides whether the API may change it.
    enum Origin {
        case configuration
        case api
    }

    private struct Account {
        var identity: Identity
        var password: PasswordHash
        /// The same password hashed as before; nil: it was not hashed anew.
        var formerHash: PasswordHash?
    }

    private(set) var users: [String: (entry: UserEntry, origin: Origin)] = [:]
    private var accounts: [String: Account] = [:]
    private var targets: [String: UserID] = [:]
    private var credentials: [String: DeviceCredential] = [:]
    /// The logins of `credentials`, by their devices.
    private var credentialLogins: [String: Set<String>] = [:]
    /// Who takes messages: it logs in as anybody, and nobody can dial it.
    private(set) var attendant: UserID?

    /// Adds a user.
    ///
    /// - Throws: `DirectoryConflict` when a name, login or number is taken; then nothing has changed.
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
    /// - Throws: `DirectoryConflict` when the name is somebody's name, login or number.
    mutating func addAttendant(named name: String, password: PasswordHash) throws(DirectoryConflict) {
        guard users[name] == nil else { throw DirectoryConflict(what: "user name") }
        guard accounts[name] == nil else { throw DirectoryConflict(what: "login") }
        guard targets[name] == nil else { throw DirectoryConflict(what: "number") }
        attendant = UserID(name)
        accounts[name] = Account(identity: Identity(user: UserID(name), device: "attendant"), password: password)
    }

    /// Who takes messages for a user whom nobody answers; nil for one without voicemail.
    func attendant(of callee: UserID, calledBy caller: UserID) -> UserID? {
        callee != caller && user(callee)?.hasVoicemail == true ? attendant : nil
    }

    /// Removes a user with all logins and numbers; returns it as it was.
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

    /// Credentials made for devices of users who are here too are good as before.
    mutating func takeCredentials(of before: Directory) {
        for (login, credential) in before.credentials where users[credential.identity.user.rawValue] != nil {
            set(credential, login: login)
        }
    }

    /// Puts a user in place of the one of that name; credentials made for the user's devices stay.
    ///
    /// - Throws: `DirectoryConflict` when a login or number is another user's; then nothing has changed.
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

    /// Shows a user by another name.
    mutating func setDisplayName(_ displayName: Redacted<String>?, of name: String) {
        users[name]?.entry.displayName = displayName
    }

    /// Keeps a user's own password, hashed anew.
    mutating func setHash(_ hash: PasswordHash, of name: String) {
        guard let former = users[name]?.entry.password else { return }
        users[name]?.entry.password = hash
        accounts[name]?.password = hash
        accounts[name]?.formerHash = former
    }

    /// Whether what proved a login is its password still.
    func stillProves(_ hash: PasswordHash, login: String) -> Bool {
        guard let account = accounts[login] ?? accounts[Self.withoutDomain(login)] else { return false }
        return account.password == hash || account.formerHash == hash
    }

    /// Who has a login, and what proves it.
    ///
    /// - Parameter now: microseconds since 1970, where credentials made for devices are taken while they last; nil: they
    ///   are not.
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

    /// Whether a user's own password should be hashed anew, which can be done for users of the API alone.
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

    /// The logins of the credentials that were made for a device.
    func credentialLogins(ofDevice device: String) -> Set<String> { credentialLogins[device] ?? [] }

    /// Whom a dialled text stands for: a name or a number, with or without a domain.
    func target(of dialled: String) -> UserID? {
        // Both are looked up of every text, so that a name in use takes no less than another.
        let (whole, short) = (targets[dialled], targets[Self.withoutDomain(dialled)])
        return whole ?? short
    }

    /// The organisations the configuration has a user in.
    func organizations(of user: UserID) -> [String] { users[user.rawValue]?.entry.organizations ?? [] }

    func user(_ id: UserID) -> UserEntry? { users[id.rawValue]?.entry }

    /// `alice@example.com` and `sip:alice@example.com` are alice: one exchange is one domain.
    static func withoutDomain(_ text: String) -> String {
        let name = text.hasPrefix("sip:") ? text.dropFirst(4) : text[...]
        return String(name.prefix { $0 != "@" })
    }
}

/// Something that may be there once only is there already.
struct DirectoryConflict: Error {
    /// What is taken: `user name`, `login`, `number`, `device name`.
    let what: String

    /// The key of a user in the configuration file that says it.
    var key: String {
        switch what {
        case "user name": "name"
        case "number": "numbers"
        default: "devices"
        }
    }

    /// What is wrong with the user of that name, and what to do; says no number.
    func text(about user: String) -> String {
        "\"\(user)\" has a \(what) that another entry has already; give it one of its own"
    }
}

/// Who logged in: a user, and which of the user's devices if it has a login of its own.
struct Identity: Hashable {
    var user: UserID
    /// nil: logged in with the user's own password.
    var device: String?
}

/// What a device logged in with: who it is, and for which organisation.
struct DeviceLogin: Hashable {
    var identity: Identity
    /// nil: a login that is for no organisation in particular.
    var organization: String?
    /// The login of the credential made for the device; nil: a user's or device's own password.
    var credential: String?
    /// The one target a login without an account may call; nil: a login of a user.
    var anonymousTarget: String?
    /// Microseconds since 1970 at which the token it logged in with is over; nil: not a token.
    var expiresAt: Int64?
}

/// A login made for one device and one organisation, that ends by itself.
struct DeviceCredential {
    var identity: Identity
    /// nil: for none.
    var organization: String?
    var password: PasswordHash
    /// Microseconds since 1970.
    var expiresAt: Int64
}
