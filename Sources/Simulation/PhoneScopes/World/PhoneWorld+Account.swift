import DeviceModel
import PhoneCore
import PushPayload
import Redaction

/// Signing out: the person in the app, the exchange's API and the keychain.
extension PhoneWorld {
    /// How the session with the exchange stands, as it is stored.
    private var standing: SessionRecord.Standing { disk?.session.standing ?? .none }

    /// Whether the person who was signed in is so no longer.
    var isSignedOut: Bool { hasAccount && standing == .none }

    /// Whether the person was told that it is signed out, and something of it may be left on the device.
    var isSigningOut: Bool {
        guard hasAccount, case .ending = standing else { return false }
        return true
    }

    /// Whether the person takes the app on the screen for its own sake: to sign out, or to see that through.
    var wantsScreen: Bool { hasAccount && (faults.signOuts > 0 || isSigningOut) }

    var accountActions: [PhoneAction] {
        guard hasNetwork else { return [] }
        var actions: [PhoneAction] = []
        if account.tokenAsked != nil { actions += [.forgets(true)] + (faults.refusals > 0 ? [.forgets(false)] : []) }
        if account.isSessionAsked { actions += [.logsOut(true)] + (faults.refusals > 0 ? [.logsOut(false)] : []) }
        return actions
    }

    /// Whether the person can ask for it now: it sees the app, and is signed in.
    var canSignOut: Bool {
        guard faults.signOuts > 0, phone != nil, device.process.scene == .active else { return false }
        if case .signedIn = standing { return true }
        return false
    }

    mutating func signOut() {
        faults.signOuts -= 1
        tell(.session(.signOutAsked))
    }

    /// The shell's steps: the session is the exchange's, the rest is erased here.
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

extension PhoneCore.PushToken {
    /// The adapter's translation.
    init(_ token: DeviceModel.PushToken) { self.init(Redacted("\(token.value)")) }
}

extension Phone {
    /// A person signs in, and the exchange has everything it is to have.
    mutating func signIn(into effects: inout [PhoneEffect]) {
        let now = WallTime(milliseconds: 0)
        let later = WallTime(milliseconds: 86_400_000)
        let token = PhoneCore.PushToken(DeviceModel.PushToken(0))
        let events: [PhoneEvent] = [
            .session(.signedIn(until: later, now: now)), .pushToken(token),
            .tokens(.confirmed(TokenLedger.Message(.production, token))),
            .credentials(.fetched(FetchedCredentials(until: later), now: now)),
        ]
        for event in events { handle(event, at: .zero, into: &effects) }
    }
}
