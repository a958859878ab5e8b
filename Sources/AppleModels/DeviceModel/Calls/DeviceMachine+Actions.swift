/// Asks the app to perform actions, and handles their completion, failure and time-out.
extension DeviceMachine {
    /// Asks the provider to perform the actions of one transaction. If the app does not run, it is started.
    mutating func perform(
        _ wanted: [RequestedAction], from origin: PendingAction.Origin, request: TransactionRequestID? = nil,
        into effects: inout [DeviceEffect]
    ) {
        for requestActions in wanted {
            let action = DeviceCallAction(
                id: calls.freeActionID, call: requestActions.call, kind: requestActions.kind, request: request,
                transactionCount: UInt8(clamping: wanted.count))
            var pending = PendingAction(action: action, origin: origin)
            pending.isOrphaned = calls[requestActions.call] == nil
            calls.insert(pending)
            effects.append(.startTimer(.action(action.id), after: timeOut(of: requestActions.kind)))
        }
        wake(into: &effects)
        deliverActions(into: &effects)
    }

    private func timeOut(of kind: SystemActionKind) -> Duration {
        switch kind {
        case .start: policy.actions.startTimeOut
        case .answer: policy.actions.answerTimeOut
        case .end, .setHeld, .setMuted, .digits, .group: policy.actions.otherTimeOut
        }
    }

    /// Delivers the actions that wait for the provider.
    mutating func deliverActions(into effects: inout [DeviceEffect]) {
        guard let provider = calls.provider, provider.hasDelegate, process.runs else { return }
        for index in calls.actions.indices where !calls.actions[index].isDelivered {
            calls.actions[index].isDelivered = true
            let action = calls.actions[index].action
            let perform = CallCallback.perform(action, provider: provider.id, timesOutAfter: timeOut(of: action.kind))
            call(.calls(perform), into: &effects)
        }
    }

    /// Completes an action as the app says. An action that the app does not hold is ignored.
    mutating func complete(_ id: ActionID, fulfilled: Bool, into effects: inout [DeviceEffect]) {
        guard let pending = calls.removeAction(id), !pending.isExpired else {
            return effects.append(.observe(.hazard(.idleCompletion)))
        }
        effects.append(.stopTimer(.action(id)))
        guard !pending.isOrphaned else { return }
        if fulfilled {
            carryOut(pending, into: &effects)
        } else {
            giveUp(pending.action, into: &effects)
        }
    }

    private mutating func carryOut(_ pending: PendingAction, into effects: inout [DeviceEffect]) {
        let id = pending.action.call
        switch pending.action.kind {
        case .start: change(id, to: .dialing, showing: .connecting(id), into: &effects)
        case .answer: change(id, to: .connected, showing: .connected(id), into: &effects)
        case .end: finish(id, .action(pending.origin), into: &effects)
        case .setHeld(let isHeld): hold(id, isHeld, into: &effects)
        case .setMuted(let isMuted): mute(id, isMuted, into: &effects)
        case .digits: break  // The app sends the tones itself.
        case .group(let other): group(id, with: other, into: &effects)
        }
    }

    private mutating func change(
        _ id: SystemCallID, to phase: SystemCall.Phase, showing: CallObservation, into effects: inout [DeviceEffect]
    ) {
        calls.change(id) { $0.phase = phase }
        effects.append(.observe(.call(showing)))
        showToObserver(id, into: &effects)
    }

    private mutating func hold(_ id: SystemCallID, _ isHeld: Bool, into effects: inout [DeviceEffect]) {
        calls.change(id) {
            $0.isHeld = isHeld
            if isHeld && !$0.isHeldForTelephone { $0.staysSilent = false }
        }
        effects.append(.observe(.call(.held(id, isHeld))))
        showToObserver(id, into: &effects)
    }

    private mutating func mute(_ id: SystemCallID, _ isMuted: Bool, into effects: inout [DeviceEffect]) {
        guard calls[id]?.isMuted != isMuted else { return }
        calls.change(id) { $0.isMuted = isMuted }
        effects.append(.observe(.call(.muted(id, isMuted))))
    }

    private mutating func group(_ id: SystemCallID, with other: SystemCallID, into effects: inout [DeviceEffect]) {
        guard let group = calls[other]?.group else { return }
        calls.change(id) { $0.group = group }
        effects.append(.observe(.call(.merged(id, with: other))))
    }

    /// Handles the failure of an action. If a call cannot be answered or started, it ends; if it cannot be ended, it
    /// stays.
    private mutating func giveUp(_ action: DeviceCallAction, into effects: inout [DeviceEffect]) {
        switch action.kind {
        case .start, .answer: finish(action.call, .notPerformed, into: &effects)
        case .end, .setHeld, .setMuted, .digits, .group: break
        }
    }

    /// Withdraws an action that was not completed in time. The call may end because of it.
    mutating func timeOut(_ id: ActionID, into effects: inout [DeviceEffect]) {
        guard let pending = calls.actions.first(where: { $0.action.id == id }), !pending.isExpired else { return }
        calls.expire(id)
        if pending.isDelivered, let provider = calls.provider, provider.hasDelegate {
            call(.calls(.timedOut(id, provider: provider.id)), into: &effects)
        }
        guard !pending.isOrphaned else { return }
        let action = pending.action
        switch action.kind {
        case .start, .answer: finish(action.call, .notPerformed, into: &effects)
        case .end: finish(action.call, .action(pending.origin), into: &effects)
        case .setHeld: neglect(action, endsAtOnce: action.transactionCount > 1, into: &effects)
        case .setMuted: neglect(action, endsAtOnce: false, into: &effects)
        case .digits, .group: break
        }
    }

    private mutating func neglect(_ action: DeviceCallAction, endsAtOnce: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[action.call], !call.isNeglected else { return }
        if endsAtOnce, policy.actions.slowHoldEndsSwappedCall { return endNeglected(call.id, into: &effects) }
        calls.change(call.id) { $0.isNeglected = true }
        effects.append(.startTimer(.neglectedCall(call.id), after: policy.actions.neglectedActionEndsCallAfter))
    }
}

/// An action as the system hands it to a provider.
public struct DeviceCallAction: Hashable, Sendable {
    /// The identifier of the action (`CXAction.uuid`).
    public var id: ActionID
    /// The call that the action concerns.
    public var call: SystemCallID
    /// The effect that the action asks for.
    public var kind: SystemActionKind
    /// The app's request that the action comes from; nil if the person or the system wants it.
    public var request: TransactionRequestID?
    /// The number of actions in its transaction.
    public var transactionCount: UInt8

    /// Describes an action.
    public init(
        id: ActionID, call: SystemCallID, kind: SystemActionKind, request: TransactionRequestID? = nil,
        transactionCount: UInt8 = 1
    ) {
        self.id = id
        self.call = call
        self.kind = kind
        self.request = request
        self.transactionCount = transactionCount
    }
}

/// The effect of an action on its call.
public enum SystemActionKind: Hashable, Sendable {
    case start(HandleID)
    case answer
    case end
    case setHeld(Bool)
    case setMuted(Bool)
    case digits(TextID)
    case group(with: SystemCallID)
}

/// An action as an app requests it.
public struct RequestedAction: Hashable, Sendable {
    /// The call that the action concerns.
    public var call: SystemCallID
    /// The effect that the app asks for.
    public var kind: SystemActionKind

    /// Describes a requested action.
    public init(_ kind: SystemActionKind, _ call: SystemCallID) {
        self.call = call
        self.kind = kind
    }
}

/// An action that a provider was asked to perform and has not completed.
public struct PendingAction: Hashable, Sendable {
    /// The party that wants an action.
    public enum Origin: Hashable, Sendable {
        case person, app
        /// The system itself.
        case system
        /// The system, because the phone rang too long. The app cannot distinguish it from the person.
        case ringLimit
    }

    /// The action as the provider gets it.
    public let action: DeviceCallAction
    /// The party that wants the action.
    public let origin: Origin
    /// Whether a provider received the action. Until then it waits, and its time-out runs.
    public internal(set) var isDelivered = false
    /// Whether the action's call has ended or never existed. Completing the action then changes nothing, not even a
    /// later call with the same UUID.
    public internal(set) var isOrphaned = false
    /// Whether the action has timed out. It keeps its number only until the app lets go of it.
    public internal(set) var isExpired = false

    init(action: DeviceCallAction, origin: Origin) {
        self.action = action
        self.origin = origin
    }
}

/// Identifies an action that the system asks a provider to perform. The number is reused when the action is finished.
public struct ActionID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}
