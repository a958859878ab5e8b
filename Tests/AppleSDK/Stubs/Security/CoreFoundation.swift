/// Core Foundation's classes, in place of the models' aliases, so that a missing bridge is noticed as it is at Apple's:
/// `check` writes `x as CFDictionary` as `x.asCFDictionary`, and `kSecClass as String` as `kSecClass.asString`.
public final class CFDictionary: Sendable {}
public final class CFString: Sendable {
    public var asString: String { "" }
}
public final class CFBoolean: Sendable {}

extension Dictionary where Key == String {
    public var asCFDictionary: CFDictionary { CFDictionary() }
}
