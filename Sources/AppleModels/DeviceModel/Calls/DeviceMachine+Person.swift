/// Handles the person's taps on the call screen. A tap on a button that is not shown has no effect.
extension DeviceMachine {
    mutating func handle(_ event: UserAction, into effects: inout [DeviceEffect]) {
        switch event {
        case .answer(let id): if !hasOthersInFront(of: id) { answer(id, after: [], into: &effects) }
        case .decline(let id): end(id, onlyIfRinging: true, into: &effects)
        case .end(let id): end(id, onlyIfRinging: false, into: &effects)
        case .endAndAccept(let id): endAndAccept(id, into: &effects)
        case .holdAndAccept(let id): holdAndAccept(id, into: &effects)
        case .setHeld(let id, let isHeld): setHeld(id, isHeld, into: &effects)
        case .swap(let id): swap(to: id, into: &effects)
        case .setMuted(let id, let isMuted): setMuted(id, isMuted, into: &effects)
        case .digits(let id, let digits): requestActions([RequestedAction(.digits(digits), id)], into: &effects)
        case .merge(let id, let other): requestActions([RequestedAction(.group(with: other), id)], into: &effects)
        case .callBack(let handle): open(for: .call(handle), into: &effects)
        case .openTelephoneLink(let handle):
            guard manifest.isDefaultCallingApp, policy.calls.hasDefaultCallingApp else { return }
            open(for: .telephoneLink(handle), into: &effects)
        }
    }

    private func hasOthersInFront(of id: SystemCallID) -> Bool {
        calls.list.contains { $0.id != id && $0.isInFront }
    }

    /// Asks the app to perform actions, if the screen shows all their buttons.
    private mutating func requestActions(_ actions: [RequestedAction], into effects: inout [DeviceEffect]) {
        for action in actions {
            guard let call = calls[action.call], call.owner == .app, allows(action.kind, call) else { return }
        }
        perform(actions, from: .person, into: &effects)
    }

    /// Answers a call, and ends or holds other calls in the same transaction.
    private mutating func answer(
        _ id: SystemCallID, after others: [RequestedAction], into effects: inout [DeviceEffect]
    ) {
        guard let call = calls[id], call.owner == .app, call.screen == .usable, allows(.answer, call) else { return }
        let answer = RequestedAction(.answer, id)
        begin(answer, into: &effects)
        let answersFirst = policy.actions.answersBeforeEnding
        perform(answersFirst ? [answer] + others : others + [answer], from: .person, into: &effects)
        if call.update.hasVideo == true, policy.calls.videoOpensApp { open(into: &effects) }
    }

    private mutating func end(_ id: SystemCallID, onlyIfRinging: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.owner == .app, (call.phase == .ringing) == onlyIfRinging,
            !onlyIfRinging || call.screen == .usable, !calls.isPending(id, { $0 == .end })
        else { return }
        perform([RequestedAction(.end, id)], from: .person, into: &effects)
    }

    private mutating func endAndAccept(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard canAcceptBesides(id) else { return }
        for call in calls.list where call.owner == .telephone && call.isInFront {
            finish(call.id, .action(.person), into: &effects)
        }
        let others = calls.own.filter { $0.id != id && $0.isInFront && !calls.isPending($0.id) { $0 == .end } }
        answer(id, after: others.map { RequestedAction(.end, $0.id) }, into: &effects)
    }

    private mutating func holdAndAccept(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        let others = calls.own.filter { $0.id != id && $0.isInFront }
        guard canAcceptBesides(id), others.allSatisfy({ allows(.setHeld(true), $0) }) else { return }
        for call in calls.list where call.owner == .telephone && call.isInFront {
            calls.change(call.id) { $0.isHeld = true }
            effects.append(.observe(.call(.held(call.id, true))))
        }
        answer(id, after: others.map { RequestedAction(.setHeld(true), $0.id) }, into: &effects)
    }

    /// Whether a ringing call can be accepted while another call is active.
    private func canAcceptBesides(_ id: SystemCallID) -> Bool {
        guard let call = calls[id], call.owner == .app, call.screen == .usable else { return false }
        return allows(.answer, call) && hasOthersInFront(of: id)
    }

    private mutating func setHeld(_ id: SystemCallID, _ isHeld: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.isHeld != isHeld, !isHoldPending(id) else { return }
        guard isHeld || !hasOthersInFront(of: id) else { return swap(to: id, into: &effects) }
        requestActions([RequestedAction(.setHeld(isHeld), id)], into: &effects)
    }

    private mutating func swap(to id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id]?.isHeld == true, !calls.isTelephoneInFront else { return }
        let others = calls.own.filter { $0.id != id && $0.isInFront }
        guard !([id] + others.map(\.id)).contains(where: isHoldPending) else { return }
        requestActions(
            others.map { RequestedAction(.setHeld(true), $0.id) } + [RequestedAction(.setHeld(false), id)],
            into: &effects)
    }

    private func isHoldPending(_ id: SystemCallID) -> Bool {
        calls.isPending(id) { $0 == .setHeld(true) || $0 == .setHeld(false) }
    }

    private mutating func setMuted(_ id: SystemCallID, _ isMuted: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.isMuted != isMuted,
            !calls.isPending(id, { $0 == .setMuted(true) || $0 == .setMuted(false) })
        else { return }
        requestActions([RequestedAction(.setMuted(isMuted), id)], into: &effects)
    }
}

/// An act of the person on the system's call screen, in Recents, or with a `tel:` link.
///
/// An event for a button that is not shown has no effect.
public enum UserAction: Hashable, Sendable {
    /// Answers a ringing call.
    case answer(SystemCallID)
    /// Declines a ringing call.
    case decline(SystemCallID)
    /// Ends a call.
    case end(SystemCallID)
    /// Ends the other calls and answers this one.
    case endAndAccept(SystemCallID)
    /// Holds the other calls and answers this one.
    case holdAndAccept(SystemCallID)
    /// Holds or resumes a call.
    case setHeld(SystemCallID, Bool)
    /// Holds the active call and resumes this one.
    case swap(to: SystemCallID)
    /// Mutes or unmutes a call.
    case setMuted(SystemCallID, Bool)
    /// Types digits during a call.
    case digits(SystemCallID, TextID)
    /// Makes one conversation of two calls.
    case merge(SystemCallID, with: SystemCallID)
    /// Taps an entry of Recents.
    case callBack(HandleID)
    /// Opens a `tel:` link.
    case openTelephoneLink(HandleID)
}
