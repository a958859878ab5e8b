/// Everything a phone knows: what may be different from one moment to the next.
struct PhoneBooks: Hashable, Sendable {
    var calls = CallSet()
    var past = PastCalls()
    var audio = AudioDesk()
    /// The organisations whose connection is ready, in order.
    var ready: [OrganizationID] = []
    /// The organisation in use.
    var organization: OrganizationID?
    /// Whether stored data cannot be read because the device has not been unlocked since it started.
    var isLocked = false
    /// Whether the record has to be written though it has not changed.
    var mustStore = false
}
