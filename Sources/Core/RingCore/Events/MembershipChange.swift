public import CallModel

/// What became of a device or a user while a call is on.
public enum MembershipChange: Hashable, Sendable, Codable {
    /// The device was logged out.
    case loggedOut(DeviceID)
    /// The user is no more: the account was deleted, or the configuration has it no longer.
    case removed(UserID)
    /// The device moved to another organization.
    case left(DeviceID)
}
