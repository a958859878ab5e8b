/// Everything a phone knows: what may be different from one moment to the next.
struct PhoneBooks: Hashable, Sendable {
    var calls = CallSet()
    var past = PastCalls()
    var audio = AudioDesk()
    var network = NetworkWatch()
    var connections = Connections()
    var organizations = OrganizationBook()
    var notices = NoticeLedger()
    var session = SessionKeeper()
    var credentials = CredentialKeeper()
    var tokens = TokenLedger()
    var pushKeys = PushKeyRegistration()
    var signOut = SignOut()
    var rings = RingRequests()
    var alertToken = AlertToken()
    /// Kept for the shell, which signs in: what is to outlive the process of it.
    var signIn = SignInRecord()
    /// What the names of this process's calls are made with.
    var process: UInt64 = 0
    /// Whether the app is on the screen.
    var isForeground = false
    /// Whether the app's own screens, when they are seen, are to find the organisation in use connected.
    var wantsConnection = true
    /// Whether stored data cannot be read because the device has not been unlocked since it started.
    var isLocked = false
    /// Whether the last person who signed in has signed out.
    var hasSignedOut = false
    /// Whether the record has to be written though it has not changed.
    var mustStore = false
    /// The record that was read in this turn. What is still as it was read need not be written.
    var read: PhoneRecord?
}
