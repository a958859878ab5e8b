/// What the daemon of calls (callservicesd) knows.
public struct CallBook: Hashable, Sendable {
    /// How many actions the daemon gave up on keep their numbers. It bounds the model.
    static let expiredActionsMax = 4

    /// The provider it talks to, the latest that was made.
    public internal(set) var provider: CallProvider?
    /// All calls, the app's and others', in the order of their coming.
    public internal(set) var list: [SystemCall] = []
    /// Actions a provider was asked for, by their numbers.
    public internal(set) var actions: [PendingAction] = []
    /// Reports that are not answered yet, in the order of their making.
    public internal(set) var reports: [PendingReport] = []
    /// Names of calls that ended lately, the oldest first.
    public internal(set) var endedLately: [SystemCallID] = []
    /// Whether the app observes calls.
    public internal(set) var isObserved = false
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

    /// The app's calls, in the order of their coming.
    public var own: [SystemCall] { list.filter { $0.owner == .app } }

    /// Whether the daemon knows of a call of the app.
    public var hasOwnCalls: Bool { list.contains { $0.owner == .app } }

    /// Whether an action or report is under way that the app has a part in.
    var awaitsApp: Bool { !reports.isEmpty || actions.contains { !$0.isExpired } }

    /// Whether the telephone has a call that sounds.
    var isTelephoneInFront: Bool { list.contains { $0.owner == .telephone && $0.isInFront } }

    mutating func change(_ id: SystemCallID, _ change: (inout SystemCall) -> Void) {
        guard let index = list.firstIndex(where: { $0.id == id }) else { return }
        change(&list[index])
    }

    /// Whether an action of this kind is under way for a call.
    func isPending(_ id: SystemCallID, _ isKind: (SystemActionKind) -> Bool) -> Bool {
        actions.contains { !$0.isExpired && !$0.isOrphaned && $0.action.call == id && isKind($0.action.kind) }
    }

    /// What the screen writes as the other party.
    func name(of update: CallUpdate) -> DisplayedName {
        if let name = update.name { return .given(name) }
        guard let handle = update.handle else { return .unknown }
        return contacts.contains(handle) ? .contact(handle) : .handle(handle)
    }
}

/// Conversations: the app's calls by groups.
extension CallBook {
    /// How many conversations the app has.
    var groupCount: Int {
        var groups: [UInt8] = []
        for call in own where !groups.contains(call.group) { groups.append(call.group) }
        return groups.count
    }

    /// Whether one more conversation would be more than the provider was configured for.
    var hasAllGroups: Bool { groupCount >= provider?.configuration.groupsMax ?? 0 }

    /// The lowest number no conversation has.
    var freeGroup: UInt8 {
        var group: UInt8 = 0
        while list.contains(where: { $0.group == group }) { group += 1 }
        return group
    }

    /// How many calls the conversation of a call has.
    func count(inGroupOf id: SystemCallID) -> Int {
        guard let group = self[id]?.group else { return 0 }
        return own.count { $0.group == group }
    }
}

/// Actions by their numbers.
extension CallBook {
    /// The lowest number no action has.
    var freeActionID: ActionID {
        var number: UInt32 = 0
        while actions.contains(where: { $0.action.id.value == number }) { number += 1 }
        return ActionID(number)
    }

    mutating func insert(_ pending: PendingAction) {
        let index = actions.firstIndex { $0.action.id > pending.action.id } ?? actions.endIndex
        actions.insert(pending, at: index)
    }

    /// A call is gone; its actions stay the app's, and mean nothing.
    mutating func orphanActions(of id: SystemCallID) {
        for index in actions.indices where actions[index].action.call == id { actions[index].isOrphaned = true }
    }

    mutating func take(_ id: ActionID) -> PendingAction? {
        guard let index = actions.firstIndex(where: { $0.action.id == id }) else { return nil }
        return actions.remove(at: index)
    }

    /// Nobody speaks of an expired action any more.
    mutating func release(_ id: ActionID) {
        actions.removeAll { $0.action.id == id && $0.isExpired }
    }

    /// The daemon gives up on an action.
    mutating func expire(_ id: ActionID) {
        guard let index = actions.firstIndex(where: { $0.action.id == id }) else { return }
        guard actions[index].isDelivered else {
            actions.remove(at: index)
            return
        }
        actions[index].isExpired = true
        let expired = actions.filter(\.isExpired)
        guard expired.count > Self.expiredActionsMax, let oldest = expired.first?.action.id else { return }
        actions.removeAll { $0.action.id == oldest }
    }
}

/// What an app does with CallKit.
public enum CallRequest: Hashable, Sendable {
    /// A provider is made.
    case createProvider(ProviderID, CallConfiguration)
    /// A provider's delegate is set, with or without a queue of its own.
    case setDelegate(ProviderID, hasQueue: Bool)
    /// A provider's delegate is gone.
    case loseDelegate(ProviderID)
    /// A provider's configuration is assigned.
    case setConfiguration(ProviderID, CallConfiguration)
    /// A provider is given up.
    case invalidate(ProviderID)
    /// A call observer gets a delegate, or loses it.
    case observeCalls(Bool)
    /// `reportNewIncomingCall`.
    case reportIncoming(IncomingReport)
    /// `reportCall(with:updated:)`.
    case reportUpdated(SystemCallID, CallUpdate)
    /// `reportCall(with:endedAt:reason:)`.
    case reportEnded(SystemCallID, CallEndedReason)
    /// `reportOutgoingCall(with:startedConnectingAt:)`.
    case reportOutgoingStartedConnecting(SystemCallID)
    /// `reportOutgoingCall(with:connectedAt:)`.
    case reportOutgoingConnected(SystemCallID)
    /// An action is completed with success.
    case fulfill(ActionID)
    /// An action is completed with failure.
    case fail(ActionID)
    /// `provider(_:timedOutPerforming:)` has returned: nobody will complete the action now, its number may be used again.
    ///
    /// Not a call of CallKit's; whoever delivers the callback says it. Unsaid, the numbers of the latest few stay taken.
    case timeOutHandled(ActionID)
    /// The delegate has no method for an action.
    case cannotPerform(ActionID)
    /// A call controller requests a transaction.
    case request(RequestID, [RequestedAction])
}

/// What CallKit calls in the app.
public enum CallCallback: Hashable, Sendable {
    /// `providerDidBegin`.
    case didBegin(ProviderID)
    /// `providerDidReset`.
    case didReset(ProviderID)
    /// `provider(_:perform:)`; the action times out after the duration, counted from now.
    case perform(SystemAction, provider: ProviderID, timesOutAfter: Duration)
    /// `provider(_:timedOutPerforming:)`.
    case timedOut(ActionID, provider: ProviderID)
    /// `provider(_:didActivate:)`.
    case didActivate(ProviderID)
    /// `provider(_:didDeactivate:)`.
    case didDeactivate(ProviderID)
    /// A report of an incoming call completed.
    case reportCompleted(ReportID, IncomingRefusal?, on: CompletionQueue)
    /// A transaction was accepted, or refused as a whole.
    case requestCompleted(RequestID, RequestRefusal?)
    /// What a call observer sees of a call, anybody's.
    case callChanged(ObservedCall)
}

/// A change of what the call screen shows.
public enum CallObservation: Hashable, Sendable {
    /// The phone rings.
    case rings(SystemCallID, DisplayedName)
    /// The phone rings, and the screen for it is missing or has no way to answer.
    case ringsWithoutScreen(SystemCallID)
    /// The other party's name on the screen changed.
    case named(SystemCallID, DisplayedName)
    /// “connecting…”: answered or dialled, and not yet confirmed by the app.
    case connecting(SystemCallID)
    /// The timer of the call runs.
    case connected(SystemCallID)
    /// The call is held, or goes on.
    case held(SystemCallID, Bool)
    /// The mute button of the call is lit, or not.
    case muted(SystemCallID, Bool)
    /// Two calls became one conversation.
    case merged(SystemCallID, with: SystemCallID)
    /// The call left the screen.
    case ended(SystemCallID, showsFailure: Bool)
}
