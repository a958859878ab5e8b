/// What outlives the process: enough to tell the person and the exchange afterwards what became of every call.
public struct PhoneRecord: Hashable, Sendable {
    /// Raised with every change that an older reader would misunderstand.
    public static let schemaVersion = 2

    /// The calls that are not over.
    public var calls: [CallRecord] = []
    /// Calls besides that the system may have, and of which nobody need be told: over, thrown away, or not placed yet.
    public var otherCalls: [CallUUID] = []
    /// The calls that are, as far as somebody may still speak of them or be told of them.
    public var past: [PastCall] = []
    /// Whose credentials are on the device, and which organisation is in use.
    public var organizations = OrganizationRecord()
    /// How the person's session with the exchange stands.
    public var session = SessionRecord()
    /// When the exchange is asked for credentials.
    public var credentials = CredentialRecord()
    /// The push token, and whether the exchange has it.
    public var tokens = TokenRecord()
    /// The push key, and whether the exchange has it.
    public var pushKey = PushKeyRecord()
    /// Missed and dropped calls the person may not know of.
    public var notices = NoticeLedger()
    /// Who signed in with Apple, and what Apple says only once.
    public var signIn = SignInRecord()
    /// What a sign-out has still to do.
    public var signOut = SignOut()
    /// Whether the last person who signed in has signed out. The exchange may not have heard of it, and a push may have
    /// been on its way.
    public var hasSignedOut = false

    /// Nothing to remember.
    public init() {}
}
