/// Over whose connection a call that a push announced will come.
public enum CallRoute: Hashable, Sendable {
    /// Credentials are on the device: it can be answered without asking anybody.
    case ready(OrganizationID)
    /// The organisation is named, and nothing of it is on the device: a switch must be tried.
    case unknown(OrganizationID)
    /// No organisation is named and none is in use.
    case nowhere
}
