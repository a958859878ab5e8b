/// Actions: how the daemon asks for them, and what follows when they are done, fail, or are never done.
extension DeviceMachine {
    /// Asks the provider for the actions of one transaction. Without a process one is started.
    mutating func perform(
        _ wanted: [RequestedAction], from origin: PendingAction.Origin, request: RequestID? = nil,
        into effects: inout [DeviceEffect]
    ) {
        for wish in wanted {
            let action = SystemAction(
                id: calls.freeActionID, call: wish.call, kind: wish.kind, request: request,
                transactionCount: UInt8(clamping: wanted.count))
            var pending = PendingAction(action: action, origin: origin)
            pending.isOrphaned = calls[wish.call] == nil
            calls.insert(pending)
            effects.append(.startTimer(.action(action.id), after: timeOut(of: wish.kind)))
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

    /// Gives the provider what waits for it.
    mutating func deliverActions(into effects: inout [DeviceEffect]) {
        guard let provider = calls.provider, provider.hasDelegate, process.runs else { return }
        for index in calls.actions.indices where !calls.actions[index].isDelivered {
            calls.actions[index].isDelivered = true
            let action = calls.actions[index].action
            let perform = CallCallback.perform(action, provider: provider.id, timesOutAfter: timeOut(of: action.kind))
            call(.calls(perform), into: &effects)
        }
    }

    /// The app says that an action is done, or failed. One it does not hold is passed over.
    mutating func complete(_ id: ActionID, fulfilled: Bool, into effects: inout [DeviceEffect]) {
        guard let pending = calls.take(id), !pending.isExpired else {
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
        case .digits: break  // What the other side hears is the app's.
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

    /// An action failed. A call that cannot be answered or started is over; one that cannot be ended stays.
    private mutating func giveUp(_ action: SystemAction, into effects: inout [DeviceEffect]) {
        switch action.kind {
        case .start, .answer: finish(action.call, .notPerformed, into: &effects)
        case .end, .setHeld, .setMuted, .digits, .group: break
        }
    }

    /// An action was not completed in time: it is taken from the app, and the call may end for it.
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

    private mutating func neglect(_ action: SystemAction, endsAtOnce: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[action.call], !call.isNeglected else { return }
        if endsAtOnce, policy.actions.slowHoldEndsSwappedCall { return endNeglected(call.id, into: &effects) }
        calls.change(call.id) { $0.isNeglected = true }
        effects.append(.startTimer(.neglectedCall(call.id), after: policy.actions.neglectedActionEndsCallAfter))
    }
}
