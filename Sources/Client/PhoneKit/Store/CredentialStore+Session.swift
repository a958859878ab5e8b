import Foundation

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
