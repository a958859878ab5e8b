/// What happens to the credentials a device has at a carrier.
public enum CarrierCredentialEvent: Hashable, Sendable {
    /// The device of a user belongs to these organisations; nil among them: to none. Empty: it is logged out, removed or
    /// gone from its phone, or its account is.
    case belongs(user: String, to: [String?])
    /// An errand for one is about to be run. To be stored before the first byte leaves.
    case begun(name: String)
    /// The carrier has made it, or had it.
    case issued(name: String, CarrierHandle)
    /// The carrier could not be asked, or did not do it: not before so many microseconds.
    case failed(name: String, wait: Int64)
    /// The carrier has it no more.
    case deleted(name: String)
    /// The carrier says whether it is there and works.
    case checked(name: String, isAlive: Bool)
    /// A dial for an organisation came to nothing, as when somebody revoked the credential: that of the organisation or,
    /// where there is none, that for none.
    case doubted(organization: String?)
    /// Its device got a token of it: from now on it is where the device is.
    case taken(name: String)
    /// Time passed.
    case time
}
