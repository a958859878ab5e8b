public import Foundation

/// Header-shaped: what the template and `CallerSealing` use of CryptoKit.
public enum SHA256 {
    public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { SHA256Digest() }
}

public struct SHA256Digest: Sequence, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}

public struct SymmetricKeySize: Sendable {
    public static var bits256: SymmetricKeySize { SymmetricKeySize() }
}

public struct SymmetricKey: ContiguousBytes, Equatable, Sendable {
    public init<D: ContiguousBytes>(data: D) {}

    public init(size: SymmetricKeySize) {}

    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try [UInt8]().withUnsafeBytes(body)
    }
}

public enum ChaChaPoly {
    public struct Nonce: Sendable {}

    public struct SealedBox: Sendable {
        public var combined: Data { Data() }

        public init<D: DataProtocol>(combined: D) throws {}
    }

    public static func seal<Plaintext: DataProtocol, AuthenticatedData: DataProtocol>(
        _ message: Plaintext, using key: SymmetricKey, nonce: Nonce? = nil,
        authenticating authenticatedData: AuthenticatedData
    ) throws -> SealedBox {
        try SealedBox(combined: Data())
    }

    public static func open<AuthenticatedData: DataProtocol>(
        _ sealedBox: SealedBox, using key: SymmetricKey, authenticating authenticatedData: AuthenticatedData
    ) throws -> Data {
        Data()
    }
}
