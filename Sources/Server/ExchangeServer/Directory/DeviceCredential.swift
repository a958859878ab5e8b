/// A login made for one device and one organisation, that ends by itself.
struct DeviceCredential {
    var identity: Identity
    /// nil: for none.
    var organization: String?
    var password: PasswordHash
    /// Microseconds since 1970.
    var expiresAt: Int64
}
