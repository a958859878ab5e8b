public import PhoneCore
public import PhoneKit

/// Where the credentials of a registration come from.
public protocol CredentialSource: Sendable {
    /// What its connection is made with.
    ///
    /// - Throws: `CredentialError`: there are none, or they cannot be read now.
    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials

    /// What the exchange calls this device as long as one person is signed in on it; nil where that cannot be known now.
    /// With it a process takes up the signalling sessions of the one before, and ends calls in which that was killed.
    func device() async -> String?
}

extension CredentialSource {
    /// Not known: each process has sessions of its own.
    public func device() async -> String? { nil }
}

/// The keychain: of what is stored for a registration the newest, which is also what a switch is trying.
extension CredentialStore: CredentialSource {
    public func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        try latest(of: registration)
    }

    public func device() async -> String? {
        do throws(CredentialError) { return try session()?.device } catch { return nil }
    }
}
