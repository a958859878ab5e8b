/// The state of the call daemon (callservicesd).
public struct SystemCallState: Hashable, Sendable {
    /// The most expired actions that keep their numbers. It bounds the model.
    static let expiredActionsMax = 4

    /// The provider that the daemon calls: the latest one made.
    public internal(set) var provider: CallProvider?
    /// All calls, the app's and others', in the order in which they began.
    public internal(set) var list: [SystemCall] = []
    /// The actions that a provider was asked to perform, sorted by number.
    public internal(set) var actions: [PendingAction] = []
    /// Reports that are not answered yet, the oldest first.
    public internal(set) var reports: [PendingReport] = []
    /// The UUIDs of calls that ended recently, the oldest first.
    public internal(set) var endedLately: [SystemCallID] = []
    /// Whether the app observes calls.
    public internal(set) var isObserved = false
    /// The filter for incoming calls that is switched on, if any.
    public internal(set) var filter: IncomingFilter?
    /// The handles that a Focus lets through.
    public internal(set) var allowed: [HandleID] = []
    /// Handles that are blocked.
    public internal(set) var blocked: [HandleID] = []
    /// Handles in Contacts.
    public internal(set) var contacts: [HandleID] = []

    init() {}

    /// The call with this UUID, if there is one.
    public subscript(_ id: SystemCallID) -> SystemCall? {
        list.first { $0.id == id }
    }

    /// The app's calls, in the order in which they began.
    public var own: [SystemCall] { list.filter { $0.owner == .app } }

    /// Whether the app has a call.
    public var hasOwnCalls: Bool { list.contains { $0.owner == .app } }

    /// Whether an action waits for the app, or the app waits for the answer to a report.
    var awaitsApp: Bool { !reports.isEmpty || actions.contains { !$0.isExpired } }

    /// Whether a call of the telephone network is active and not held.
    var isTelephoneInFront: Bool { list.contains { $0.owner == .telephone && $0.isInFront } }

    mutating func change(_ id: SystemCallID, _ change: (inout SystemCall) -> Void) {
        guard let index = list.firstIndex(where: { $0.id == id }) else { return }
        change(&list[index])
    }

    /// Whether an action of this kind waits for the app, for a call.
    func isPending(_ id: SystemCallID, _ isKind: (SystemActionKind) -> Bool) -> Bool {
        actions.contains { !$0.isExpired && !$0.isOrphaned && $0.action.call == id && isKind($0.action.kind) }
    }

    /// The name of the other party that the call screen shows.
    func name(of update: CallUpdate) -> CallerName {
        if let name = update.name { return .given(name) }
        guard let handle = update.handle else { return .unknown }
        return contacts.contains(handle) ? .contact(handle) : .handle(handle)
    }
}

/// Conversations: the app's calls by groups.
extension SystemCallState {
    /// The number of conversations the app has.
    var groupCount: Int {
        var groups: [UInt8] = []
        for call in own where !groups.contains(call.group) { groups.append(call.group) }
        return groups.count
    }

    /// Whether the app has as many conversations as its provider's configuration allows.
    var hasAllGroups: Bool { groupCount >= provider?.configuration.groupsMax ?? 0 }

    /// The lowest group number that is free.
    var freeGroup: UInt8 {
        var group: UInt8 = 0
        while list.contains(where: { $0.group == group }) { group += 1 }
        return group
    }

    /// The number of calls in the conversation that this call belongs to.
    func count(inGroupOf id: SystemCallID) -> Int {
        guard let group = self[id]?.group else { return 0 }
        return own.count { $0.group == group }
    }
}

/// Actions by their numbers.
extension SystemCallState {
    /// The lowest action number that is free.
    var freeActionID: ActionID {
        var number: UInt32 = 0
        while actions.contains(where: { $0.action.id.value == number }) { number += 1 }
        return ActionID(number)
    }

    mutating func insert(_ pending: PendingAction) {
        let index = actions.firstIndex { $0.action.id > pending.action.id } ?? actions.endIndex
        actions.insert(pending, at: index)
    }

    /// Marks the actions of a call that has ended. The app still holds them, and completing them has no effect.
    mutating func orphanActions(of id: SystemCallID) {
        for index in actions.indices where actions[index].action.call == id { actions[index].isOrphaned = true }
    }

    mutating func removeAction(_ id: ActionID) -> PendingAction? {
        guard let index = actions.firstIndex(where: { $0.action.id == id }) else { return nil }
        return actions.remove(at: index)
    }

    /// Frees the number of an expired action that the app has let go of.
    mutating func release(_ id: ActionID) {
        actions.removeAll { $0.action.id == id && $0.isExpired }
    }

    /// Marks an action whose time is over, or removes it if it was never delivered.
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

/// A call by the app into CallKit.
public enum CallRequest: Hashable, Sendable {
    /// The app makes a provider.
    case createProvider(ProviderID, CallConfiguration)
    /// The app sets a provider's delegate, with or without a queue of its own.
    case setDelegate(ProviderID, hasQueue: Bool)
    /// A provider's delegate was deallocated or set to nil.
    case loseDelegate(ProviderID)
    /// The app assigns a provider's configuration.
    case setConfiguration(ProviderID, CallConfiguration)
    /// The app invalidates a provider.
    case invalidate(ProviderID)
    /// A call observer gets or loses its delegate.
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
    /// The app fulfills an action.
    case fulfill(ActionID)
    /// The app fails an action.
    case fail(ActionID)
    /// `provider(_:timedOutPerforming:)` has returned, so the action's number may be used again.
    ///
    /// This is not a call of CallKit's: the code that delivers the callback sends it. Without it, the numbers of the
    /// latest expired actions stay in use.
    case timeOutHandled(ActionID)
    /// The delegate has no method for an action.
    case cannotPerform(ActionID)
    /// A call controller requests a transaction.
    case request(TransactionRequestID, [RequestedAction])
}

/// A call by CallKit into the app.
public enum CallCallback: Hashable, Sendable {
    /// `providerDidBegin`.
    case didBegin(ProviderID)
    /// `providerDidReset`.
    case didReset(ProviderID)
    /// `provider(_:perform:)`; the action times out after the duration, counted from now.
    case perform(DeviceCallAction, provider: ProviderID, timesOutAfter: Duration)
    /// `provider(_:timedOutPerforming:)`.
    case timedOut(ActionID, provider: ProviderID)
    /// `provider(_:didActivate:)`.
    case didActivate(ProviderID)
    /// `provider(_:didDeactivate:)`.
    case didDeactivate(ProviderID)
    /// A report of an incoming call completed.
    case reportCompleted(ReportID, IncomingRefusal?, on: CompletionQueue)
    /// A transaction was accepted, or refused as a whole.
    case requestCompleted(TransactionRequestID, RequestRefusal?)
    /// A call observer sees a change of a call, of this app or another.
    case callChanged(ObservedCall)
}

/// A change on the call screen.
public enum CallObservation: Hashable, Sendable {
    /// The phone rings.
    case rings(SystemCallID, CallerName)
    /// The phone rings, and the screen for it is missing or has no way to answer.
    case ringsWithoutScreen(SystemCallID)
    /// The other party's name on the screen changed.
    case named(SystemCallID, CallerName)
    /// The screen shows “connecting…”: the call was answered or dialed, and the app has not confirmed it yet.
    case connecting(SystemCallID)
    /// The screen shows the running timer of the call.
    case connected(SystemCallID)
    /// The call is put on hold (true) or resumed (false).
    case held(SystemCallID, Bool)
    /// The mute button of the call is switched on (true) or off (false).
    case muted(SystemCallID, Bool)
    /// Two calls became one conversation.
    case merged(SystemCallID, with: SystemCallID)
    /// The call left the screen.
    case ended(SystemCallID, showsFailure: Bool)
}
