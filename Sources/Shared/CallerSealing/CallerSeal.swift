public import CallModel
import Foundation
public import PushPayload
public import Redaction

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// Encrypts the caller's details for one device and decrypts them there, so that neither Apple nor Google can read them
/// in a push.
///
/// The device makes the key and gives it to the exchange. Details that were sealed for one call cannot be opened for
/// another, because the call's ID is authenticated with them. Source: RFC 8439 (ChaCha20-Poly1305), with the random
/// 96-bit nonce in front and the tag behind, as CryptoKit writes them.
public struct CallerSeal: Sendable {
    /// The length of a key.
    public static let keyByteCount = 32

    private let key: SymmetricKey

    /// - Parameter key: ``keyByteCount`` random bytes. A key of another length makes the initializer return nil.
    public init?(key: Redacted<[UInt8]>) {
        guard key.revealed.count == Self.keyByteCount else { return nil }
        self.key = SymmetricKey(data: key.revealed)
    }

    /// Makes a key of ``keyByteCount`` bytes from the system's source of randomness.
    public static func freshKey() -> Redacted<[UInt8]> {
        Redacted(SymmetricKey(size: .bits256).withUnsafeBytes { [UInt8]($0) })
    }

    /// Encrypts the caller's details for a push's `caller_sealed`. Returns base64 of at most
    /// ``PushLimits/sealedLengthMax`` bytes; nil if the details are empty.
    public func seal(_ caller: CallerDetails, for call: CallSessionID) -> Redacted<String>? {
        guard !caller.isEmpty,
            let box = try? ChaChaPoly.seal(
                caller.plainText, using: key, authenticating: CallerDetails.binding(to: call))
        else { return nil }
        return Redacted(box.combined.base64EncodedString())
    }

    /// Decrypts the caller's details for a call. Returns nil if the text was sealed with another key or for another
    /// call, or if it is damaged.
    public func open(_ sealed: Redacted<String>, for call: CallSessionID) -> CallerDetails? {
        guard let data = Data(base64Encoded: sealed.revealed), let box = try? ChaChaPoly.SealedBox(combined: data),
            let plain = try? ChaChaPoly.open(box, using: key, authenticating: CallerDetails.binding(to: call))
        else { return nil }
        return CallerDetails(plainText: [UInt8](plain))
    }
}
