/// What reading the record gave.
public enum StoredRecord: Hashable, Sendable {
    /// There is one.
    case found(PhoneRecord)
    /// There is none: the first start after installation. What the keychain has is of an installation before, and is erased.
    case none
    /// There is one that cannot be understood, and was set aside. The keychain is left as it is.
    case unreadable
    /// The device has not been unlocked since it started. Source: C18, C77.
    case locked
}
