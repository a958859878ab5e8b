public import PhoneCore
public import PhoneKit

/// Where the credentials of a registration come from.
public protocol CredentialSource: Sendable {
    /// What its connection is made with.
    ///
    /// - Throws: `CredentialError`: there are none, or they cannot be read now.
    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials
}

/// The keychain: of what is stored for a registration the newest, which is also what a switch is trying.
extension CredentialStore: CredentialSource {
    public func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        try latest(of: registration)
    }
}
