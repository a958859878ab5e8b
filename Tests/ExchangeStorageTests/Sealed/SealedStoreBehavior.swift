import ExchangeStorage
import Testing

/// What every store of sealed values must do, whatever it stores them in. A function a rule; each takes an empty store.
enum SealedStoreBehavior {
    static let all: [(rule: String, proof: @Sendable (any SealedStore) throws -> Void)] = [
        ("a value is there under its name alone, byte for byte", keeps),
        ("of one name the last that was kept counts", keepsTheLast),
    ]

    private static func keeps(_ store: any SealedStore) throws {
        let bytes = (0...255).map { UInt8($0) }
        #expect(try store.sealed("a") == nil)
        try store.keepSealed(bytes, as: "a")
        try store.keepSealed([], as: "b")
        #expect(try store.sealed("a") == bytes && store.sealed("b") == [])
        #expect(try store.sealed("A") == nil)
    }

    private static func keepsTheLast(_ store: any SealedStore) throws {
        try store.keepSealed([1], as: "other")
        try store.keepSealed([1], as: "a")
        try store.keepSealed([2], as: "a")
        #expect(try store.sealed("a") == [2] && store.sealed("other") == [1])
    }
}
