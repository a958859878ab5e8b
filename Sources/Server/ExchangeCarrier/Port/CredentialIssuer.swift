public import Accounts
public import Redaction

/// Where a carrier makes the credentials devices register with.
///
/// Each request is made once, and again where that can do no harm. Moments are microseconds since 1970.
public protocol CredentialIssuer: Sendable {
    /// Makes one under our name, that ends then. Not repeated: whoever does not know whether it was made looks for it.
    func issue(named name: String, expiresAt: Int64) async throws(CredentialIssuerError) -> CarrierHandle
    /// The one of our name; nil when there is none.
    func find(named name: String) async throws(CredentialIssuerError) -> CarrierHandle?
    /// Whether it is there and has not ended.
    func isAlive(_ handle: CarrierHandle) async throws(CredentialIssuerError) -> Bool
    /// Deletes it; one that is not there any more is deleted too.
    func delete(_ handle: CarrierHandle) async throws(CredentialIssuerError)
    /// A token a device registers with, good for a day at most. Not to be stored or logged.
    ///
    /// - Throws: ``CredentialIssuerError/missing`` when the credential is not there any more.
    func token(of handle: CarrierHandle) async throws(CredentialIssuerError) -> Redacted<String>
}
