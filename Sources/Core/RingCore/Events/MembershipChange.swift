public import CallModel

/// What became of a device or a user while a call is on.
public enum MembershipChange: Hashable, Sendable, Codable {
    /// The device was logged out.
    case loggedOut(DeviceID)
    /// The user no longer belongs to the organization.
    case removed(UserID)
    /// The device moved to another organization.
    case left(DeviceID)
}
