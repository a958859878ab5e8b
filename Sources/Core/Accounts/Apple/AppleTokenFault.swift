/// Why a token of Apple's is not believed. Safe to log.
public enum AppleTokenFault: String, Error, Hashable, Sendable, CaseIterable {
    case malformed
    /// Not of the algorithms Apple signs with, or not the key's own.
    case wrongAlgorithm
    case unknownKey
    case badSignature
    case wrongIssuer
    case wrongAudience
    case expired
    /// Issued in the future.
    case notYetIssued
    case noNonce
    /// Not issued to this installation, spent, or too old.
    case wrongNonce
    /// The code is not the one the token was issued with.
    case wrongCode
    /// Two tokens of one sign-in are of different people.
    case wrongSubject
}
