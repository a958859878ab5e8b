/// Whether the app may read the person's contacts. ``SystemCallState`` holds the contacts themselves, as the call daemon uses
/// them too.
public struct ContactsAccess: Hashable, Sendable {
    /// Whether the app may read contacts.
    public enum Authorization: String, Hashable, Sendable, CaseIterable {
        /// The person was not asked. Leaves to: `denied`, `authorized` (the person answers).
        case notDetermined
        /// Leaves to: `authorized` (in Settings).
        case denied
        /// Leaves to: `denied` (in Settings).
        case authorized
    }

    /// The current authorization.
    public private(set) var authorization = Authorization.notDetermined
    /// The answer that the person gives when asked.
    public var answer = Authorization.denied

    public init() {}

    /// Requests authorization for the app. A person who has answered before is not asked again. Source: Apple,
    /// "Requesting access to contacts" (documented).
    ///
    /// - Returns: whether the app may read contacts.
    public mutating func ask() -> Bool {
        if authorization == .notDetermined { authorization = answer }
        return authorization == .authorized
    }

    /// Changes the authorization, as the person does in Settings.
    public mutating func set(_ authorization: Authorization) { self.authorization = authorization }

    /// Whether contacts can be read now. They are encrypted until the first unlock. Source: Apple Platform Security,
    /// "Data Protection overview" (documented: Contacts is protected by default; inferred: in the class that is the
    /// default).
    public func isReadable(_ lock: LockState) -> Bool { authorization == .authorized && lock != .beforeFirstUnlock }
}
