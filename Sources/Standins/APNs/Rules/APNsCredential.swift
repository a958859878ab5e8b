internal import Crypto
public import Redaction

/// What a developer gets from Apple to sign with: the `.p8` file and its two names.
public struct APNsCredential: Hashable, Sendable {
    public var keyID: String
    public var teamID: String
    /// The content of the `.p8` file (PKCS #8, PEM).
    public var privateKeyPEM: Redacted<String>
    /// The half the stand-in checks with.
    public var key: APNsKey

    /// A new key under these names.
    public static func make(keyID: String = "STANDIN001", teamID: String = "STANDTEAM1") -> APNsCredential {
        let key = P256.Signing.PrivateKey()
        return APNsCredential(
            keyID: keyID, teamID: teamID, privateKeyPEM: Redacted(key.pemRepresentation + "\n"),
            key: APNsKey(keyID: keyID, teamID: teamID, publicKeyPEM: key.publicKey.pemRepresentation))
    }
}
