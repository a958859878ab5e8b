import Foundation
public import PhoneCore
public import Redaction
import Security

/// The credentials of every registration, in the keychain: readable while the device is locked, on this device only.
///
/// No method is called between a push and its report, and none runs on the main thread, because each call waits for
/// another process. Source: C74, C75 (documented).
public actor CredentialStore {
    private let service: String

    /// Makes a store of this app.
    ///
    /// - Parameter service: identifies the store's items among those of the app, such as the bundle identifier.
    public init(service: String) {
        self.service = service
    }

    /// Reads the credentials stored under a key.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `missing`; `damaged`; `refused`.
    public func read(_ key: CredentialKey) throws(CredentialError) -> PhoneCredentials {
        let bytes = try read(key.description)
        guard let credentials = try? JSONDecoder().decode(PhoneCredentials.self, from: bytes) else {
            throw CredentialError(.damaged)
        }
        return credentials
    }

    /// Reads the latest credentials of a registration: those on trial, or else those in use.
    ///
    /// - Throws: as ``read(_:)``.
    public func latest(of registration: RegistrationID) throws(CredentialError) -> PhoneCredentials {
        guard let key = try keys().last(where: { $0.registration == registration }) else {
            throw CredentialError(.missing)
        }
        return try read(key)
    }

    /// Stores credentials under a key. An existing item is changed and never deleted first, so that it remains if the
    /// device is locked. Source: C74.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `refused`.
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

    /// The keys of all stored credentials, in order.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `refused`.
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
    ///
    /// - Throws: `locked`, where the device may hold items that were not erased; `refused`. Repeating does no harm.
    public func prune(_ registration: RegistrationID, keeping kept: CredentialKey?) throws(CredentialError) {
        for key in try keys() where key.registration == registration && key != kept {
            try erase(key.description)
        }
    }

    /// Erases every item of this app: after a sign-out, and at the first start after an installation, because the items
    /// of an earlier installation survive. Source: C76 (documented).
    ///
    /// - Throws: as ``prune(_:keeping:)``.
    public func clearAll() throws(CredentialError) {
        try erase(all())
    }

    /// Makes items of earlier versions readable while the device is locked. Call it when the app is on the screen: on a
    /// locked device such items cannot be changed. Source: C74.
    ///
    /// - Throws: `locked`, and changes nothing then; `refused`.
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
    /// Reads back the account under which an item is stored: the text of the registration, a full stop, the version. An
    /// account without a provider belongs to the exchange: earlier versions knew no carrier.
    init?(account: String) {
        guard let stop = account.lastIndex(of: "."), let version = UInt64(account[account.index(after: stop)...]) else {
            return nil
        }
        self.init(RegistrationID(text: String(account[..<stop])), CredentialVersion(rawValue: version))
    }
}

/// A failure of the keychain.
public struct CredentialError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public enum Code: String, CaseIterable, Hashable, Sendable {
        /// There is no such item.
        case missing
        /// The item cannot be read before the device is unlocked. Source: C74, −25308 (documented).
        case locked
        /// The item's data differs from the written data.
        case damaged
        /// Anything else.
        case refused
    }

    /// The kind of failure.
    public let code: Code
    /// The keychain's status code; 0 if the failure is not the keychain's.
    public let status: Int32

    /// Makes a failure.
    public init(_ code: Code, status: Int32 = 0) {
        self.code = code
        self.status = status
    }

    public var description: String { "\(code.rawValue), status \(status)" }
}

/// The credentials for the connection of one organization.
nonisolated public struct PhoneCredentials: Hashable, Sendable, Codable {
    /// The proof with which a phone logs in.
    public enum Proof: Hashable, Sendable, Codable {
        /// A login and its password, as our exchange issues them for one device and organization.
        case password(login: Redacted<String>, password: Redacted<String>)
        /// A token that the carrier issued.
        case token(Redacted<String>)
    }

    /// The server's `wss` address.
    public var address: String
    /// The proof that the server asks for.
    public var proof: Proof

    /// Makes credentials as the exchange issued them.
    public init(address: String, proof: Proof) {
        self.address = address
        self.proof = proof
    }
}

/// The person's session with the exchange, as stored in the keychain.
nonisolated public struct PhoneSession: Hashable, Sendable, Codable {
    /// The access token, with which requests are authenticated. Short-lived.
    public var access: Redacted<String>
    /// The refresh token, with which the session is renewed. It can be used once.
    public var refresh: Redacted<String>
    /// The exchange's name of this device; nil in a session that an earlier version stored, until the next renewal.
    public var device: String?
    /// The exchange's name of the person; nil in a session that an earlier version stored, until the next renewal.
    public var user: Redacted<String>?
    /// The push tokens that the exchange has of this installation. Their digits are needed to remove them.
    public var tokens: [PushEnvironment: DevicePushToken] = [:]

    /// Makes a new session.
    public init(access: Redacted<String>, refresh: Redacted<String>) {
        self.access = access
        self.refresh = refresh
    }
}

/// Stores the person's session with the exchange beyond the process.
public protocol PhoneSessionStore: Sendable {
    /// The stored session; nil if no person is signed in.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `damaged`.
    func session() async throws(CredentialError) -> PhoneSession?

    /// Stores a session in place of the one before.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `refused`.
    func keep(_ session: PhoneSession) async throws(CredentialError)

    /// Erases the session. Does nothing if there is none.
    ///
    /// - Throws: `locked` before the first unlock after a restart; `refused`.
    func eraseSession() async throws(CredentialError)
}

/// The session is an item beside the credentials, and is erased with them at the first start after an installation.
extension CredentialStore: PhoneSessionStore {
    /// Not the account of any credentials, whose accounts end in a version.
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
