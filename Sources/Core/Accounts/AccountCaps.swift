/// How many of each thing one user can have. A request beyond is refused; a device or push token beyond replaces the one
/// that was used least recently, as an app that is installed anew leaves such behind. Of answers,
/// credentials and entries of the audit, the newest stay.
public enum AccountCaps {
    public static let devices = 32
    /// Push tokens of one device, over all kinds and topics.
    public static let pushTokens = 8
    /// Organisations whose owner the user is.
    public static let ownedOrganizations = 16
    /// Organisations the user belongs to, owned ones included.
    public static let memberships = 32
    /// Credentials of one device and organisation that are kept, those that are over included; ``CredentialPlan/liveMax``
    /// of them work.
    public static let credentials = 16
    /// Answers that are kept for one user or device, for requests that come again under their key.
    public static let answers = 1_000
    /// Entries of the audit of what one user or device did.
    public static let auditEntries = 10_000
}
