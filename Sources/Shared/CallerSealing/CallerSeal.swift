public import CallModel
import Foundation
public import PushPayload
public import Redaction

#if canImport(CryptoKit)
    import CryptoKit
#else
    import Crypto
#endif

/// Encrypts who calls to one device, and opens it there, so that neither Apple nor Google can read it on the way.
///
/// The device makes the key and gives it to the exchange. What is sealed for one call cannot be shown as the caller of
/// another: the call's id is authenticated with it. Source: RFC 8439 (ChaCha20-Poly1305), with the random 96-bit nonce in
/// front and the tag behind, as CryptoKit writes them.
public struct CallerSeal: Sendable {
    /// The length of a key.
    public static let keyByteCount = 32

    private let key: SymmetricKey

    /// - Parameter key: ``keyByteCount`` random bytes; of another length there is no seal.
    public init?(key: Redacted<[UInt8]>) {
        guard key.revealed.count == Self.keyByteCount else { return nil }
        self.key = SymmetricKey(data: key.revealed)
    }

    /// ``keyByteCount`` bytes from the system's source of randomness, fit for a key.
    public static func freshKey() -> Redacted<[UInt8]> {
        Redacted(SymmetricKey(size: .bits256).withUnsafeBytes { [UInt8]($0) })
    }

    /// What goes into a push as `caller_sealed`, in base64, at most ``PushLimits/sealedLengthMax`` bytes; nothing if
    /// nothing is known.
    public func seal(_ caller: CallerDetails, for call: CallSessionID) -> Redacted<String>? {
        guard !caller.isEmpty,
            let box = try? ChaChaPoly.seal(
                caller.plainText, using: key, authenticating: CallerDetails.binding(to: call))
        else { return nil }
        return Redacted(box.combined.base64EncodedString())
    }

    /// What was sealed for this call; nothing when it is not from a holder of the key, is for another call or damaged.
    public func open(_ sealed: Redacted<String>, for call: CallSessionID) -> CallerDetails? {
        guard let data = Data(base64Encoded: sealed.revealed), let box = try? ChaChaPoly.SealedBox(combined: data),
            let plain = try? ChaChaPoly.open(box, using: key, authenticating: CallerDetails.binding(to: call))
        else { return nil }
        return CallerDetails(plainText: [UInt8](plain))
    }
}
