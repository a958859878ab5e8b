/// Transactions an app requests.
extension DeviceMachine {
    /// Accepts or refuses a transaction as a whole. Accepted is not done: the actions come to the provider.
    mutating func request(_ id: RequestID, _ actions: [RequestedAction], into effects: inout [DeviceEffect]) {
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

    /// Whether a call is such that an action can be wanted of it.
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

    /// What the screen shows as soon as an action is wanted, before the app has done anything.
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
        case .end, .setHeld, .setMuted, .digits, .group: return  // Shown when the app has done it.
        }
        showToObserver(action.call, into: &effects)
    }
}
