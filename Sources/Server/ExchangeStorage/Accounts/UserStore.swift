public import Accounts
public import Redaction

/// Stores the users who were made through the API, and the names of deleted users.
///
/// An `AccountStore` deletes users with all their data. Calls and recordings are kept by user name, so a new user with
/// a deleted user's name would find that user's calls. A message may even arrive after its user was deleted.
/// Every implementation passes `UserStoreBehavior` of the tests. Isolation: any thread; every call blocks until it is
/// done.
public protocol UserStore: Sendable {
    /// Every user, by name, with numbers in their given order and devices by name.
    func users() throws(StorageError) -> [StoredUser]

    /// Stores a user in place of any other of that name, together with the answer to the request and the revocations
    /// that follow from the change, in one transaction.
    ///
    /// - Throws: `StorageError`, also when another user has one of its numbers or logins; then nothing is stored.
    func save(_ user: StoredUser, receipt: RequestReceipt?, revoking: Withdrawal?) throws(StorageError)

    /// Stores one more device of a user and the answer to the request, in one transaction. Other data of the user
    /// stays.
    ///
    /// - Returns: whether the user exists. If not, nothing is stored, not even the answer.
    /// - Throws: `StorageError`, also when the device's login or name is taken.
    func add(
        _ device: StoredUser.Device, to user: String, receipt: RequestReceipt?
    ) throws(StorageError) -> Bool

    /// Removes a device of a user, and stores the revocations that follow from it, in one transaction. Without such a
    /// device it only revokes.
    func removeDevice(named name: String, of user: String, revoking: Withdrawal?) throws(StorageError)

    /// Whether calls or recordings of a deleted user of that name are still kept.
    func keepsCalls(ofDeletedUser name: String) throws(StorageError) -> Bool

    /// Forgets deleted names that have no calls or recordings left, examining at most `count` names after one.
    ///
    /// - Returns: the last examined name; nil: all were examined.
    func forgetDeletedUsers(after name: String?, atMost count: Int) throws(StorageError) -> String?

    /// Forgets deleted names that users of the configuration file have now: new calls and messages are theirs.
    func forgetDeletedUsers(named names: [String]) throws(StorageError)
}

extension UserStore {
    /// Saves a user without revocations.
    public func save(_ user: StoredUser, receipt: RequestReceipt? = nil) throws(StorageError) {
        try save(user, receipt: receipt, revoking: nil)
    }

    /// Removes a device without revocations.
    public func removeDevice(named name: String, of user: String) throws(StorageError) {
        try removeDevice(named: name, of: user, revoking: nil)
    }

    /// Adds a device without an answer to store.
    public func add(_ device: StoredUser.Device, to user: String) throws(StorageError) -> Bool {
        try add(device, to: user, receipt: nil)
    }
}

/// A user made through the API, as it is stored.
public struct StoredUser: Hashable, Sendable {
    /// A device with a login of its own.
    public struct Device: Hashable, Sendable {
        /// The user's name of it.
        public var name: String
        /// Its login, unique in the exchange.
        public var login: String
        /// Text of a salted hash.
        public var password: String

        public init(name: String, login: String, password: String) {
            self.name = name
            self.login = login
            self.password = password
        }
    }

    /// The name that others dial, unique in the exchange.
    public var name: String
    /// The name that the other party is shown; nil: ``name``.
    public var displayName: Redacted<String>?
    /// The address of the user's picture.
    public var picture: Redacted<String>?
    /// Other texts that reach the user when dialed: extensions, numbers.
    public var numbers: [Redacted<String>]
    /// Text of a salted hash; nil if only devices may log in.
    public var password: String?
    /// Whether a caller may leave a message when no device answers.
    public var hasVoicemail: Bool
    /// The devices with a login of their own.
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
    /// The number as callers dial it, unique in the exchange.
    public var number: Redacted<String>
    /// Whether the carrier connects callers of the public network to it.
    public var isOfCarrier: Bool
    /// Whom the number rings, and how: JSON as given to the API.
    public var document: Redacted<String>

    public init(number: Redacted<String>, isOfCarrier: Bool, document: Redacted<String>) {
        self.number = number
        self.isOfCarrier = isOfCarrier
        self.document = document
    }
}

/// Stores the numbers that were made through the API. Isolation: any thread; every call blocks until it is done.
public protocol NumberStore: Sendable {
    /// Every number, in order.
    func numbers() throws(StorageError) -> [StoredNumber]

    /// Stores a number in place of an equal one, together with the answer to the request, in one transaction.
    func save(_ number: StoredNumber, receipt: RequestReceipt?) throws(StorageError)

    /// Removes a number. No effect where there is none.
    func removeNumber(_ number: Redacted<String>) throws(StorageError)
}
