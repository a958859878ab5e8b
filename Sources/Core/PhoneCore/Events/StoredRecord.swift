/// What reading the record gave.
public enum StoredRecord: Hashable, Sendable {
    /// There is one.
    case found(PhoneRecord)
    /// There is none: the first start after installation, or one that cannot be understood.
    case none
    /// The device has not been unlocked since it started. Source: C18, C77.
    case locked
}
