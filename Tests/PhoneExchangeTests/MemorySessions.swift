import PhoneKit

/// A keychain that forgets everything with the test.
actor MemorySessions: PhoneSessionStore {
    private(set) var stored: PhoneSession?

    func session() throws(CredentialError) -> PhoneSession? { stored }

    func keep(_ session: PhoneSession) throws(CredentialError) { stored = session }

    func eraseSession() throws(CredentialError) { stored = nil }
}
