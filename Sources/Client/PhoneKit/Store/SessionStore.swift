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
