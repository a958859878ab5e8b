/// How many of each thing one user can have. A request beyond is refused; a device or push token beyond replaces the one
/// that was used least recently, as an app that is installed anew leaves such behind.
public enum AccountCaps {
    public static let devices = 32
    /// Push tokens of one device, over all kinds and topics.
    public static let pushTokens = 8
    /// Organisations whose owner the user is.
    public static let ownedOrganizations = 16
    /// Organisations the user belongs to, owned ones included.
    public static let memberships = 32
}
