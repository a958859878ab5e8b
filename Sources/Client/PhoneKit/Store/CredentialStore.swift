import Foundation
public import PhoneCore
public import Redaction
import Security

/// The credentials of every registration, in the keychain: readable while the device is locked, on this device only.
///
/// Nothing here is on the way from a push to its report, and nothing runs on the main thread: each call waits for
/// another process. Source: apple-contract C74, C75 (documented).
public actor CredentialStore {
    private let service: String

    /// A store of this app.
    ///
    /// - Parameter service: tells its items from others of the app, such as the bundle identifier.
    public init(service: String) {
        self.service = service
    }

    /// Reads the credentials stored under a key.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `missing`.
    public func read(_ key: CredentialKey) throws(CredentialError) -> PhoneCredentials {
        let bytes = try read(key.description)
        guard let credentials = try? JSONDecoder().decode(PhoneCredentials.self, from: bytes) else {
            throw CredentialError(.damaged)
        }
        return credentials
    }

    /// Reads the latest credentials of a registration: those on trial, or those that count.
    ///
    /// - Throws: as ``read(_:)``.
    public func latest(of registration: RegistrationID) throws(CredentialError) -> PhoneCredentials {
        guard let key = try keys().last(where: { $0.registration == registration }) else {
            throw CredentialError(.missing)
        }
        return try read(key)
    }

    /// Stores credentials under a key: an item that is there is changed, never deleted first, so that what was before
    /// stays when the device is locked. Source: seed ruling 10.
    public func write(_ credentials: PhoneCredentials, for key: CredentialKey) throws(CredentialError) {
        guard let bytes = try? JSONEncoder().encode(credentials) else { throw CredentialError(.damaged) }
        try write(bytes, key.description)
    }

    func read(_ account: String) throws(CredentialError) -> Data {
        var query = item(account)
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitOne
        var found: CFTypeRef?
        try Self.check(SecItemCopyMatching(query as CFDictionary, &found))
        guard let bytes = found as? Data else { throw CredentialError(.damaged) }
        return bytes
    }

    func write(_ bytes: Data, _ account: String) throws(CredentialError) {
        let change: [String: Any] = [
            kSecValueData as String: bytes,
            kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
        ]
        let status = SecItemUpdate(item(account) as CFDictionary, change as CFDictionary)
        guard status == errSecItemNotFound else { return try Self.check(status) }
        let whole = item(account).merging(change) { _, new in new }
        try Self.check(SecItemAdd(whole as CFDictionary, nil))
    }

    /// The keys under which something is stored, in order.
    public func keys() throws(CredentialError) -> [CredentialKey] {
        var query = all()
        query[kSecReturnAttributes as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        var found: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &found)
        guard status != errSecItemNotFound else { return [] }
        try Self.check(status)
        let items = found as? [[String: Any]] ?? []
        return items.compactMap { ($0[kSecAttrAccount as String] as? String).flatMap(CredentialKey.init(account:)) }
            .sorted { ($0.registration, $0.version) < ($1.registration, $1.version) }
    }

    /// Erases every item of a registration but one.
    public func prune(_ registration: RegistrationID, keeping kept: CredentialKey?) throws(CredentialError) {
        for key in try keys() where key.registration == registration && key != kept {
            try erase(key.description)
        }
    }

    /// Erases every item of ours: after a sign-out, and at the first start after an installation, which the items of an
    /// earlier one survive. Source: apple-contract C76 (documented).
    public func clearAll() throws(CredentialError) {
        try erase(all())
    }

    /// Makes items of earlier versions readable while the device is locked, in place. To be called when the app is on
    /// the screen: while the device is locked such items cannot be changed. Source: apple-contract C74.
    ///
    /// - Throws: `locked`; nothing has changed then.
    public func migrate() throws(CredentialError) {
        for old in [kSecAttrAccessibleWhenUnlocked, kSecAttrAccessibleWhenUnlockedThisDeviceOnly] {
            var query = all()
            query[kSecAttrAccessible as String] = old
            let change = [kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly]
            let status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
            if status != errSecItemNotFound { try Self.check(status) }
        }
    }

    func erase(_ account: String) throws(CredentialError) { try erase(item(account)) }

    private func erase(_ query: [String: Any]) throws(CredentialError) {
        let status = SecItemDelete(query as CFDictionary)
        if status != errSecItemNotFound { try Self.check(status) }
    }

    private func all() -> [String: Any] {
        [kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service]
    }

    private func item(_ account: String) -> [String: Any] {
        var query = all()
        query[kSecAttrAccount as String] = account
        return query
    }

    private static func check(_ status: OSStatus) throws(CredentialError) {
        switch status {
        case errSecSuccess: return
        case errSecItemNotFound: throw CredentialError(.missing, status: status)
        case errSecInteractionNotAllowed: throw CredentialError(.locked, status: status)
        default: throw CredentialError(.refused, status: status)
        }
    }
}

nonisolated extension CredentialKey {
    /// Reads back the account under which an item is stored: the text of the registration, a full stop, the version.
    /// An item of the time before there were carriers is the exchange's.
    init?(account: String) {
        guard let stop = account.lastIndex(of: "."), let version = UInt64(account[account.index(after: stop)...]) else {
            return nil
        }
        self.init(RegistrationID(text: String(account[..<stop])), CredentialVersion(rawValue: version))
    }
}

/// Why the keychain did not do what was asked.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such item.
        case missing
        /// It cannot be reached before the device is unlocked. Source: apple-contract C74, −25308 (documented).
        case locked
        /// What is there is not what was written.
        case damaged
        /// Anything else.
        case refused
    }

    /// What went wrong.
    public let code: Code
    /// The keychain's own number; 0 if it has nothing to do with it.
    public let status: Int32

    /// Names a failure.
    public init(_ code: Code, status: Int32 = 0) {
        self.code = code
        self.status = status
    }

    public var description: String { "\(code.rawValue), status \(status)" }
}

/// What the connection of one organisation is made with.
nonisolated public struct PhoneCredentials: Hashable, Sendable, Codable {
    /// What a phone proves itself by.
    public enum Proof: Hashable, Sendable, Codable {
        case password(login: Redacted<String>, password: Redacted<String>)
        case token(Redacted<String>)
    }

    /// Where the exchange is, as a `wss` address.
    public var address: String
    /// What it asks for.
    public var proof: Proof

    /// Credentials as the exchange gave them.
    public init(address: String, proof: Proof) {
        self.address = address
        self.proof = proof
    }
}

/// The person's session with the exchange, as it is kept in the keychain.
nonisolated public struct PhoneSession: Hashable, Sendable, Codable {
    /// What a request proves itself with. Short-lived.
    public var access: Redacted<String>
    /// What the session is renewed with. Good once.
    public var refresh: Redacted<String>
    /// What the exchange calls this device; nil in one that an earlier version kept: the next renewal tells it.
    public var device: String?
    /// The push tokens the exchange has of this installation: it takes one back by its digits.
    public var tokens: [PushEnvironment: PushToken] = [:]

    /// A session that has just begun.
    public init(access: Redacted<String>, refresh: Redacted<String>) {
        self.access = access
        self.refresh = refresh
    }
}

/// Where the person's session with the exchange outlives the process.
public protocol SessionStore: Sendable {
    /// What is stored; nil if nobody is signed in.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `damaged`.
    func session() async throws(CredentialError) -> PhoneSession?

    /// Stores a session in place of the one before.
    func keep(_ session: PhoneSession) async throws(CredentialError)

    /// Erases it. Harmless when there is none.
    func eraseSession() async throws(CredentialError)
}

/// The session is an item beside the credentials: erased with them at the first start after an installation.
extension CredentialStore: SessionStore {
    /// No account of credentials is called so: theirs end in a version.
    private static let account = "session"

    public func session() throws(CredentialError) -> PhoneSession? {
        let bytes: Data
        do throws(CredentialError) {
            bytes = try read(Self.account)
        } catch {
            guard error.code == .missing else { throw error }
            return nil
        }
        guard let session = try? JSONDecoder().decode(PhoneSession.self, from: bytes) else {
            throw CredentialError(.damaged)
        }
        return session
    }

    public func keep(_ session: PhoneSession) throws(CredentialError) {
        guard let bytes = try? JSONEncoder().encode(session) else { throw CredentialError(.damaged) }
        try write(bytes, Self.account)
    }

    public func eraseSession() throws(CredentialError) { try erase(Self.account) }
}
