import DeviceModel
import PhoneCore
import PushPayload
import Redaction

/// Events around the calls: the network, the call daemon, the telephone, alarms, and the user's account.
extension PhoneWorld {
    private static let telephone = SystemCallID(high: 0x7E1E, low: 0)

    var surroundingActions: [PhoneAction] {
        var actions = pathActions + telephoneActions + interruptionActions + lateActions
        if faults.resets > 0, device.calls.hasOwnCalls { actions.append(.callServicesRestart) }
        if canSignOut { actions.append(.signOut) }
        return actions
    }

    private var telephoneActions: [PhoneAction] {
        let id = Self.telephone
        guard let call = device.calls[id] else { return faults.cellularCalls > 0 ? [.telephone(.rings(id))] : [] }
        guard call.phase == .ringing else {
            return [.telephone(.ends(id, byRemote: false)), .telephone(.ends(id, byRemote: true))]
        }
        return [
            .telephone(.answered(id, endingOthers: false)), .telephone(.answered(id, endingOthers: true)),
            .telephone(.ends(id, byRemote: true)),
        ]
    }

    /// An alarm interrupts only an active audio session.
    private var interruptionActions: [PhoneAction] {
        if device.audio.isInterrupted { return [.interruption(.ended(shouldResume: true))] }
        return faults.interruptions > 0 && device.audio.activation == .callServices ? [.interruption(.began)] : []
    }

    mutating func performAround(_ action: PhoneAction) {
        switch action {
        case .path(let path): changePath(to: path)
        case .callServicesRestart:
            faults.resets -= 1
            pass(.world(.callServices(.restarts)))
        case .telephone(let event):
            if case .rings = event { faults.cellularCalls -= 1 }
            pass(.world(.cellular(event)))
        case .interruption(let interruption):
            if interruption == .began { faults.interruptions -= 1 }
            pass(.world(.audio(.interruption(interruption))))
        case .signOut: signOut()
        case .forgets(let isDone): answerToken(isDone: isDone)
        case .logsOut(let isDone): answerSession(isDone: isDone)
        case .late(let timer): pass(late: timer)
        default: break
        }
    }

    /// Tells the phone that the call daemon has restarted, without calls and open actions.
    mutating func reset() {
        checker.forgetActions()
        pass(.system(.reset))
        checker.endForgetting()
        pendingCompletions.daemonRestarted()
    }

    /// Whether the daemon has restarted and the phone has not been told yet.
    var isResetUnderWay: Bool {
        mainQueue.contains { if case .calls(.didReset) = $0 { true } else { false } }
    }

    /// Whether a hazard is excused, because the event that would have prevented it is still pending.
    func isCrossed(_ observation: Observation) -> Bool {
        switch observation {
        case .hazard(.idleCompletion): isResetUnderWay
        case .hazard(.mediaBeforeActivation):
            mainQueue.contains { if case .calls(.didDeactivate) = $0 { true } else { false } }
        default: false
        }
    }

    /// Whether a call is a telephone call.
    static func isTelephone(_ call: SystemCallID) -> Bool { call.high == telephone.high }
}

/// Signing out: the user in the app, the exchange's API and the keychain.
extension PhoneWorld {
    /// The stored standing of the session with the exchange.
    private var standing: SessionRecord.Standing { disk?.session.standing ?? .none }

    /// Whether the user, who was signed in, is signed out.
    var isSignedOut: Bool { hasAccount && standing == .none }

    /// Whether the sign-out is in progress, so that data of the user may be left on the device.
    var isSigningOut: Bool {
        guard hasAccount, case .ending = standing else { return false }
        return true
    }

    /// Whether the user opens the app to sign out, or to complete that.
    var wantsScreen: Bool { hasAccount && (faults.signOuts > 0 || isSigningOut) }

    var accountActions: [PhoneAction] {
        guard hasNetwork else { return [] }
        var actions: [PhoneAction] = []
        if account.tokenAsked != nil { actions += [.forgets(true)] + (faults.refusals > 0 ? [.forgets(false)] : []) }
        if account.isSessionAsked { actions += [.logsOut(true)] + (faults.refusals > 0 ? [.logsOut(false)] : []) }
        return actions
    }

    /// Whether the user can sign out now: the app is on the screen, and the user is signed in.
    var canSignOut: Bool {
        guard faults.signOuts > 0, phone != nil, device.process.scene == .active else { return false }
        if case .signedIn = standing { return true }
        return false
    }

    mutating func signOut() {
        faults.signOuts -= 1
        pass(.session(.signOutAsked))
    }

    /// Performs a step of the sign-out: the exchange ends the session; the rest is erased on the phone.
    mutating func signOut(_ step: SignOutStep) {
        guard step == .session else { return signaling.append(.signOut(.done(step))) }
        account.isSessionAsked = true
    }

    mutating func answerToken(isDone: Bool) {
        guard let message = account.tokenAsked else { return }
        account.tokenAsked = nil
        if isDone { account.hasToken = message.token != nil } else { faults.refusals -= 1 }
        signaling.append(.tokens(isDone ? .confirmed(message) : .failed(message)))
    }

    mutating func answerSession(isDone: Bool) {
        account.isSessionAsked = false
        if !isDone { faults.refusals -= 1 }
        signaling.append(.signOut(isDone ? .done(.session) : .failed(.session)))
    }
}

extension DevicePushToken {
    /// Translates the device's token.
    init(_ token: PushTokenID) { self.init(Redacted("\(token.value)")) }
}

extension Phone {
    /// Signs a user in, with everything confirmed by the exchange.
    mutating func signIn(into effects: inout [PhoneEffect]) {
        let now = WallTime(milliseconds: 0)
        let later = WallTime(milliseconds: 86_400_000)
        let token = DevicePushToken(PushTokenID(0))
        let events: [PhoneEvent] = [
            .session(.signedIn(until: later, now: now)), .pushToken(token),
            .tokens(.confirmed(PushTokenRegistration.Message(.production, token))),
            .credentials(.fetched(FetchedCredentials(until: later), now: now)),
        ]
        for event in events { handle(event, into: &effects) }
    }
}
