/// How a push comes to the phone and waits for the app.
extension DeviceMachine {
    mutating func handle(_ event: PushEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .arrives(let push): arrive(push, into: &effects)
        case .isLost(let push): lose(push, .lost, into: &effects)
        case .tokenChanges(let token):
            pushes.token = token
            if pushes.receiver != nil { call(.push(.token(token)), into: &effects) }
        case .tokenDies:
            pushes.token = nil
            if pushes.receiver != nil { call(.push(.tokenInvalidated), into: &effects) }
        }
    }

    private mutating func arrive(_ push: PushArrival, into effects: inout [DeviceEffect]) {
        if let loss = loss(of: push) { return lose(push.id, loss, into: &effects) }
        pushes.waiting.append(push)
        guard lock != .beforeFirstUnlock || process.runs || policy.push.launchesBeforeFirstUnlock else { return }
        effects.append(.startTimer(.pushCheck(push.id), after: policy.push.secondCheckDelay))
        wake(into: &effects)
    }

    private func loss(of push: PushArrival) -> PushLoss? {
        guard push.payloadBytes <= policy.push.payloadBytesMax else { return .tooLarge }
        guard let token = pushes.token, push.token ?? token == token else { return .staleToken }
        guard manifest.hasVoIPBackgroundMode else { return .notVoIP }
        guard !pushes.isRevoked else { return .revoked }
        return pushes.waiting.count < policy.push.waitingCountMax ? nil : .tooMany
    }

    func lose(_ push: PushID, _ loss: PushLoss, into effects: inout [DeviceEffect]) {
        effects.append(.observe(.pushNotDelivered(push, loss)))
    }

    /// After the first unlock the app is started for what came before.
    mutating func releaseWaitingPushes(into effects: inout [DeviceEffect]) {
        guard !pushes.waiting.isEmpty, process.life == .notRunning else { return }
        for push in pushes.waiting {
            effects.append(.startTimer(.pushCheck(push.id), after: policy.push.secondCheckDelay))
        }
        wake(into: &effects)
    }

    /// The process is gone, and with it the registry and what waited for it.
    mutating func abandonPushes(afterCrash: Bool, into effects: inout [DeviceEffect]) {
        if let delivery = pushes.delivery {
            effects.append(.stopTimer(.pushCheck(delivery.id)))
            if afterCrash, !delivery.didReport, !isExcused(delivery) { countViolation(into: &effects) }
        }
        pushes.delivery = nil
        pushes.registry = .none
        for push in pushes.waiting {
            effects.append(.stopTimer(.pushCheck(push.id)))
            lose(push.id, .processDied, into: &effects)
        }
        pushes.waiting = []
    }

    /// What waited for the unlock does not survive a restart here; the push service would send it again.
    mutating func forgetPushes(into effects: inout [DeviceEffect]) {
        for push in pushes.waiting { lose(push.id, .lost, into: &effects) }
        pushes.waiting = []
    }

    /// A new installation has a new token and a clean record.
    mutating func reinstall(_ token: PushToken, into effects: inout [DeviceEffect]) {
        forgetPushes(into: &effects)
        pushes = PushBook()
        pushes.token = token
    }
}
