/// What the app may know of the person's contacts. Who is in them is the daemon of calls' to know as well: ``CallBook``.
public struct ContactBook: Hashable, Sendable {
    /// Whether the app may read them.
    public enum Authorization: String, Hashable, Sendable, CaseIterable {
        /// The person was not asked. Leaves to: `denied`, `authorized` (the person answers).
        case notDetermined
        /// Leaves to: `authorized` (in Settings).
        case denied
        /// Leaves to: `denied` (in Settings).
        case authorized
    }

    /// As it stands.
    public private(set) var authorization = Authorization.notDetermined
    /// What the person will answer when asked.
    public var answer = Authorization.denied

    public init() {}

    /// The app asks; a person who has answered before is not asked again. Source: Apple, "Requesting access to contacts"
    /// (documented).
    ///
    /// - Returns: whether it may read them.
    public mutating func ask() -> Bool {
        if authorization == .notDetermined { authorization = answer }
        return authorization == .authorized
    }

    /// The person changes it in Settings.
    public mutating func set(_ authorization: Authorization) { self.authorization = authorization }

    /// Whether they can be read now: their file is closed until the first unlock. Source: Apple Platform Security, "Data
    /// Protection overview" (documented: Contacts is protected by default; inferred: in the class that is the default).
    public func isReadable(_ lock: LockState) -> Bool { authorization == .authorized && lock != .beforeFirstUnlock }
}
