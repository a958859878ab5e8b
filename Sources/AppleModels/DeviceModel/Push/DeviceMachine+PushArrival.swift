/// Receives pushes and keeps them until the app can take them.
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

    func lose(_ push: VoIPPushID, _ loss: PushLoss, into effects: inout [DeviceEffect]) {
        effects.append(.observe(.pushNotDelivered(push, loss)))
    }

    /// Starts the app for the pushes that arrived before the first unlock.
    mutating func releaseWaitingPushes(into effects: inout [DeviceEffect]) {
        guard !pushes.waiting.isEmpty, process.life == .notRunning else { return }
        for push in pushes.waiting {
            effects.append(.startTimer(.pushCheck(push.id), after: policy.push.secondCheckDelay))
        }
        wake(into: &effects)
    }

    /// Drops the registry and the waiting pushes of a process that has ended.
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

    /// Drops the waiting pushes at a restart. A real push service would send them again.
    mutating func forgetPushes(into effects: inout [DeviceEffect]) {
        for push in pushes.waiting { lose(push.id, .lost, into: &effects) }
        pushes.waiting = []
    }

    /// Resets the pushes for a new installation, which has a new token and no violations.
    mutating func reinstall(_ token: PushTokenID, into effects: inout [DeviceEffect]) {
        forgetPushes(into: &effects)
        pushes = PushKitState()
        pushes.token = token
    }
}

/// An event of the push service.
public enum PushEvent: Hashable, Sendable {
    /// A VoIP push reaches the phone.
    case arrives(PushArrival)
    /// A push never reaches the phone, although the push service accepted it.
    case isLost(VoIPPushID)
    /// The app gets another token.
    case tokenChanges(PushTokenID)
    /// The app's token is invalidated.
    case tokenDies
}

/// A VoIP push as it reaches the phone.
public struct PushArrival: Hashable, Sendable {
    /// The push's ID. The code that drives the device keeps the payload.
    public var id: VoIPPushID
    /// The token the push was sent to; nil for the current one.
    public var token: PushTokenID?
    /// How long ago the push was sent.
    public var age: Duration
    /// The size of its payload in bytes.
    public var payloadBytes: Int

    /// Describes a push; by default one that was just sent to the current token.
    public init(id: VoIPPushID, token: PushTokenID? = nil, age: Duration = .zero, payloadBytes: Int = 256) {
        self.id = id
        self.token = token
        self.age = age
        self.payloadBytes = payloadBytes
    }
}

/// The reason why an app did not receive a push.
public enum PushLoss: Hashable, Sendable {
    /// The push was lost on its way, without a message to the sender.
    case lost
    /// The token is no longer the app's.
    case staleToken
    /// The payload is larger than the push service accepts.
    case tooLarge
    /// The app failed too often to report a call for a push.
    case revoked
    /// The phone keeps no more waiting pushes.
    case tooMany
    /// The process that was to receive the push died.
    case processDied
    /// The app lacks the VoIP background mode.
    case notVoIP
}
