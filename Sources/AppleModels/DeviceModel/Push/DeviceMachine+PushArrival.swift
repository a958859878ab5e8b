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

/// What the push service does to the phone.
public enum PushEvent: Hashable, Sendable {
    /// A VoIP push reaches the phone.
    case arrives(PushArrival)
    /// A push never reaches the phone, though the push service took it.
    case isLost(PushID)
    /// The app is given another token.
    case tokenChanges(PushToken)
    /// The app's token dies.
    case tokenDies
}

/// A VoIP push as it reaches the phone.
public struct PushArrival: Hashable, Sendable {
    /// Its name; the driver keeps the payload.
    public var id: PushID
    /// The token it was sent to; `nil` for the one in force.
    public var token: PushToken?
    /// How long it was under way.
    public var age: Duration
    /// The size of its payload in bytes.
    public var payloadBytes: Int

    /// Describes a push; by default a fresh one, to the token in force.
    public init(id: PushID, token: PushToken? = nil, age: Duration = .zero, payloadBytes: Int = 256) {
        self.id = id
        self.token = token
        self.age = age
        self.payloadBytes = payloadBytes
    }
}

/// Why an app did not receive a push.
public enum PushLoss: Hashable, Sendable {
    /// Somewhere on the way; nobody is told.
    case lost
    /// The token is not the app's any more.
    case staleToken
    /// The payload is larger than the push service takes.
    case tooLarge
    /// The app failed to report too often.
    case revoked
    /// More pushes wait than the phone keeps.
    case tooMany
    /// The process that was to receive it died.
    case processDied
    /// The app is not installed with the VoIP background mode.
    case notVoIP
}
