/// Handles the app's calls into CallKit.
extension DeviceMachine {
    /// `CXCallObserver.calls`: the calls of all apps and of the telephone network.
    public var observedCalls: [ObservedCall] { calls.list.map { $0.observed() } }

    /// The name that the screen shows for a call; nil if there is no such call.
    package func nameShown(for id: SystemCallID) -> CallerName? { calls[id].map { calls.name(of: $0.update) } }

    mutating func handle(_ request: CallRequest, into effects: inout [DeviceEffect]) {
        switch request {
        case .createProvider(let id, let configuration): createProvider(id, configuration, into: &effects)
        case .setDelegate(let id, let hasQueue): setDelegate(of: id, hasQueue: hasQueue, into: &effects)
        case .loseDelegate(let id):
            if calls.provider?.id == id { calls.provider?.hasDelegate = false }
        case .setConfiguration(let id, let configuration): configure(id, configuration)
        case .invalidate(let id): invalidate(id, into: &effects)
        case .observeCalls(let isObserved): calls.isObserved = isObserved
        case .reportIncoming(let report): self.report(report, into: &effects)
        case .reportUpdated(let id, let update): self.update(id, update, into: &effects)
        case .reportEnded(let id, let reason): reportEnd(of: id, reason, into: &effects)
        case .reportOutgoingStartedConnecting(let id):
            if calls[id]?.phase == .dialing { effects.append(.observe(.call(.connecting(id)))) }
        case .reportOutgoingConnected(let id): connectOutgoing(id, into: &effects)
        case .fulfill(let action): complete(action, fulfilled: true, into: &effects)
        case .fail(let action), .cannotPerform(let action): complete(action, fulfilled: false, into: &effects)
        case .timeOutHandled(let action): calls.release(action)
        case .request(let id, let actions): self.request(id, actions, into: &effects)
        }
    }

    /// Tells the app's call observer about a call, if there is an observer.
    func showToObserver(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls.isObserved, let observed = calls[id]?.observed() else { return }
        call(.calls(.callChanged(observed)), into: &effects)
    }
}

/// Accepts and refuses the transactions an app requests.
extension DeviceMachine {
    /// Accepts or refuses a transaction as a whole. Acceptance does not perform it: the provider is then asked to.
    mutating func request(_ id: TransactionRequestID, _ actions: [RequestedAction], into effects: inout [DeviceEffect])
    {
        let refusal = refusal(of: actions)
        call(.calls(.requestCompleted(id, refusal)), into: &effects)
        guard refusal == nil else { return }
        for action in actions { begin(action, into: &effects) }
        perform(actions, from: .app, request: id, into: &effects)
    }

    private func refusal(of actions: [RequestedAction]) -> RequestRefusal? {
        guard !actions.isEmpty else { return .emptyTransaction }
        guard manifest.isEntitled else { return .unentitled }
        guard calls.provider != nil else { return .unknownProvider }
        for action in actions {
            if let refusal = refusal(of: action) { return refusal }
        }
        return nil
    }

    private func refusal(of action: RequestedAction) -> RequestRefusal? {
        if case .start = action.kind {
            guard calls[action.call] == nil else { return .callIDExists }
            guard calls.filter != .protection else { return .callProtected }
            return calls.hasAllGroups ? .groupsMaxReached : nil
        }
        guard let call = calls[action.call], call.owner == .app else { return .unknownCall }
        return allows(action.kind, call) ? nil : .invalidAction
    }

    /// Whether the state of a call allows an action.
    func allows(_ kind: SystemActionKind, _ call: SystemCall) -> Bool {
        switch kind {
        case .start: false
        case .answer: call.phase == .ringing && !calls.isPending(call.id) { $0 == .answer || $0 == .end }
        case .end: true
        case .setHeld: call.phase == .connected && call.update.supportsHolding != false
        case .setMuted: call.phase != .ringing
        case .digits: call.phase == .connected && call.update.supportsDigits != false
        case .group(let other): canMerge(call, with: other)
        }
    }

    private func canMerge(_ call: SystemCall, with other: SystemCallID) -> Bool {
        guard let partner = calls[other], partner.owner == .app, partner.id != call.id, partner.group != call.group,
            call.phase == .connected, partner.phase == .connected, call.update.supportsGrouping != false,
            partner.update.supportsGrouping != false, let provider = calls.provider
        else { return false }
        return calls.count(inGroupOf: other) < provider.configuration.callsPerGroupMax
    }

    /// Shows on the screen that an action was requested, before the app has performed it.
    mutating func begin(_ action: RequestedAction, into effects: inout [DeviceEffect]) {
        switch action.kind {
        case .start(let handle):
            calls.list.append(
                SystemCall(
                    id: action.call, owner: .app, isOutgoing: true, phase: .starting, group: calls.freeGroup,
                    update: CallUpdate(handle: handle)))
            effects.append(.observe(.call(.connecting(action.call))))
        case .answer:
            effects.append(.stopTimer(.ringLimit(action.call)))
            calls.change(action.call) { $0.phase = .answering }
            effects.append(.observe(.call(.connecting(action.call))))
        case .end, .setHeld, .setMuted, .digits, .group: return  // Shown once the app has performed them.
        }
        showToObserver(action.call, into: &effects)
    }
}

/// The reason why a transaction is refused. The raw value is the code of `CXErrorCodeRequestTransactionError`.
public enum RequestRefusal: Int, Error, Hashable, Sendable, CaseIterable {
    case unknown = 0
    case unentitled = 1
    case unknownProvider = 2
    case emptyTransaction = 3
    case unknownCall = 4
    case callIDExists = 5
    case invalidAction = 6
    case groupsMaxReached = 7
    case callProtected = 8
}

/// The app's own number for one requested transaction, returned when the request is accepted or refused.
public struct TransactionRequestID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
