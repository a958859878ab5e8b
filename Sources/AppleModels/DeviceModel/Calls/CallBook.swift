/// What the daemon of calls (callservicesd) knows.
public struct CallBook: Hashable, Sendable {
    /// The provider it talks to, the latest that was made.
    public internal(set) var provider: CallProvider?
    /// All calls, the app's and others', in the order of their coming.
    public internal(set) var list: [SystemCall] = []
    /// Actions a provider was asked for, in that order.
    public internal(set) var actions: [PendingAction] = []
    /// Names of calls that ended lately, the oldest first.
    public internal(set) var endedLately: [SystemCallID] = []
    /// What keeps incoming calls away.
    public internal(set) var filter: IncomingFilter?
    /// Handles a Focus lets through.
    public internal(set) var allowed: [HandleID] = []
    /// Handles that are blocked.
    public internal(set) var blocked: [HandleID] = []
    /// Handles in Contacts.
    public internal(set) var contacts: [HandleID] = []

    init() {}

    /// The call of this name, if there is one.
    public subscript(_ id: SystemCallID) -> SystemCall? {
        list.first { $0.id == id }
    }
}
