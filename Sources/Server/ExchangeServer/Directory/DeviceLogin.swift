/// What a device logged in with: who it is, and for which organisation.
struct DeviceLogin: Hashable {
    var identity: Identity
    /// nil: a login that is for no organisation in particular.
    var organization: String?
    /// The login of the credential made for the device; nil: a user's or device's own password.
    var credential: String?
    /// The one target a login without an account may call; nil: a login of a user.
    var anonymousTarget: String?
    /// Microseconds since 1970 at which the token it logged in with is over; nil: not a token.
    var expiresAt: Int64?
}
