public import Accounts
public import Redaction

/// Where the users are kept who were made through the API, and the names of those who are no more.
///
/// An `AccountStore` deletes users, with all that is theirs. Calls and recordings are kept by name: whoever was given a name
/// while some are left would find another's. A message may even come in after its user has gone. A store keeps every rule
/// of `UserStoreBehaviour` of the tests, whatever is behind it. Isolation: any thread; every call blocks until it is done.
public protocol UserStore: Sendable {
    /// Every user, by name; the numbers in the order they were given in, the devices by name.
    func users() throws(StorageError) -> [StoredUser]

    /// Stores a user, in place of one of that name, the answer to who asked, and what is revoked by the change, in one
    /// transaction.
    ///
    /// - Throws: `StorageError`, also when another user has a number or a login of it; then nothing is stored.
    func save(_ user: StoredUser, receipt: RequestReceipt?, revoking: Withdrawal?) throws(StorageError)

    /// Stores one more device of a user, and the answer to who asked, in one transaction; nothing else of the user changes.
    ///
    /// - Returns: whether there is such a user; nothing is stored if not, nor is the answer.
    /// - Throws: `StorageError`, also when its login or its name is taken.
    func add(
        _ device: StoredUser.Device, to user: String, receipt: RequestReceipt?
    ) throws(StorageError) -> Bool

    /// Removes a device of a user, and stores what is revoked by it, in one transaction. Where there is none it only
    /// revokes.
    func removeDevice(named name: String, of user: String, revoking: Withdrawal?) throws(StorageError)

    /// Whether calls or recordings of a deleted user of that name are still kept.
    func keepsCalls(ofDeletedUser name: String) throws(StorageError) -> Bool

    /// Forgets names of which nothing is kept any more, among at most so many after one.
    ///
    /// - Returns: the last one looked at; nil: all were.
    func forgetDeletedUsers(after name: String?, atMost count: Int) throws(StorageError) -> String?

    /// Users of the configuration file have those names: what comes in for them is theirs, though others had the names
    /// before.
    func forgetDeletedUsers(named names: [String]) throws(StorageError)
}

extension UserStore {
    /// The same where nothing is revoked by it.
    public func save(_ user: StoredUser, receipt: RequestReceipt? = nil) throws(StorageError) {
        try save(user, receipt: receipt, revoking: nil)
    }

    /// The same where nothing is revoked by it.
    public func removeDevice(named name: String, of user: String) throws(StorageError) {
        try removeDevice(named: name, of: user, revoking: nil)
    }

    /// The same where nobody waits for an answer.
    public func add(_ device: StoredUser.Device, to user: String) throws(StorageError) -> Bool {
        try add(device, to: user, receipt: nil)
    }
}

/// A user made through the API, as it is stored.
public struct StoredUser: Hashable, Sendable {
    /// A device with a login of its own.
    public struct Device: Hashable, Sendable {
        public var name: String
        public var login: String
        /// Text of a salted hash.
        public var password: String

        public init(name: String, login: String, password: String) {
            self.name = name
            self.login = login
            self.password = password
        }
    }

    public var name: String
    public var displayName: Redacted<String>?
    /// Where a picture of the user can be had.
    public var picture: Redacted<String>?
    public var numbers: [Redacted<String>]
    /// Text of a salted hash; nil when only devices may log in.
    public var password: String?
    /// Whether a caller whom nobody answers may leave a message.
    public var hasVoicemail: Bool
    public var devices: [Device]

    public init(
        name: String, displayName: Redacted<String>?, picture: Redacted<String>? = nil,
        numbers: [Redacted<String>], password: String?, hasVoicemail: Bool = false, devices: [Device]
    ) {
        self.name = name
        self.displayName = displayName
        self.picture = picture
        self.numbers = numbers
        self.password = password
        self.hasVoicemail = hasVoicemail
        self.devices = devices
    }
}

/// A called number made through the API, as it is stored.
public struct StoredNumber: Hashable, Sendable {
    public var number: Redacted<String>
    /// Whether callers of the public network reach it, by the carrier.
    public var isOfCarrier: Bool
    /// Whom it rings and how: JSON, as the API was given it.
    public var document: Redacted<String>

    public init(number: Redacted<String>, isOfCarrier: Bool, document: Redacted<String>) {
        self.number = number
        self.isOfCarrier = isOfCarrier
        self.document = document
    }
}

/// Where the numbers are kept that were made through the API. Isolation: any thread; every call blocks until it is done.
public protocol NumberStore: Sendable {
    /// Every number, in order.
    func numbers() throws(StorageError) -> [StoredNumber]

    /// Stores a number, in place of one that is the same, and the answer to who asked, in one transaction.
    func save(_ number: StoredNumber, receipt: RequestReceipt?) throws(StorageError)

    /// Forgets a number. Without effect where there is none.
    func removeNumber(_ number: Redacted<String>) throws(StorageError)
}
