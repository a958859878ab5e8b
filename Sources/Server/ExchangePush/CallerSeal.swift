public import CallModel
internal import Crypto
internal import Foundation
internal import PushPayload
public import Redaction
internal import WireJSON

/// Encrypts who calls to one device, so that neither Apple nor Google can read it on the way.
///
/// The device makes the key and gives it to the exchange with its token. What is sealed for one call cannot be shown as
/// the caller of another: the call's id is authenticated with it. Source: RFC 8439 (ChaCha20-Poly1305), with the random
/// 96-bit nonce in front and the tag behind, as CryptoKit writes them.
public struct CallerSeal: Sendable {
    /// The length of a key.
    public static let keyByteCount = 32
    /// The most bytes of a name or a number, so that the whole stays within what a push may hold of it.
    public static let textByteCountMax = 256

    private let key: SymmetricKey

    /// - Parameter key: ``keyByteCount`` random bytes; of another length there is no seal.
    public init?(key: Redacted<[UInt8]>) {
        guard key.revealed.count == Self.keyByteCount else { return nil }
        self.key = SymmetricKey(data: key.revealed)
    }

    /// What goes into a push, in base64; nothing when name or number are too long.
    public func seal(name: Redacted<String>?, number: Redacted<String>?, call: CallSessionID) -> Redacted<String>? {
        var caller = JSONObject()
        for (key, text) in [("name", name), ("number", number)] {
            guard let text = text?.revealed else { continue }
            guard text.utf8.count <= Self.textByteCountMax else { return nil }
            caller[key] = .string(text)
        }
        let plain = JSONWriter.bytes(of: .object(caller))
        guard let box = try? ChaChaPoly.seal(plain, using: key, authenticating: Self.bound(to: call)) else {
            return nil
        }
        let sealed = box.combined.base64EncodedString()
        return sealed.utf8.count <= PushLimits.sealedLengthMax ? Redacted(sealed) : nil
    }

    /// What was sealed for this call; nothing when it is not from a holder of the key, or for another call.
    public func open(
        _ sealed: Redacted<String>, call: CallSessionID
    ) -> (name: Redacted<String>?, number: Redacted<String>?)? {
        guard let data = Data(base64Encoded: sealed.revealed), let box = try? ChaChaPoly.SealedBox(combined: data),
            let plain = try? ChaChaPoly.open(box, using: key, authenticating: Self.bound(to: call)),
            let caller = (try? JSONParser.parse(Array(plain)))?.object
        else { return nil }
        return (caller["name"]?.string.map { Redacted($0) }, caller["number"]?.string.map { Redacted($0) })
    }

    private static func bound(to call: CallSessionID) -> [UInt8] { Array("carillon call \(call)".utf8) }
}
