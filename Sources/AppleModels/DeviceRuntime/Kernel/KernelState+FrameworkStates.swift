package import DeviceModel

/// Keeps the other states informed of the process, the lock and the sound, and carries out their effects.
extension KernelState {
    /// Changes a state and carries out its effects; the following functions do the same for the other states.
    mutating func withNotifications(_ body: (inout NotificationCenterState, inout [NotificationEffect]) -> Void) {
        var effects: [NotificationEffect] = []
        body(&frameworks.notifications, &effects)
        for effect in effects {
            switch effect {
            case .callback(let callback): deliver(.notification(callback))
            case .startTimer(let id, let delay):
                alarms.cancel(id)
                alarms.set(.notification(id), at: now + delay)
            case .stopTimer(let id): alarms.cancel(id)
            case .observe(let observation): observationLog.write(observation, at: now, texts: texts)
            }
        }
    }

    mutating func withPath(_ body: (inout PathMonitorState, inout [PathEffect]) -> Void) {
        var effects: [PathEffect] = []
        body(&frameworks.path, &effects)
        for effect in effects {
            switch effect {
            case .update(let monitor, let path): deliver(.path(monitor, path))
            case .startTimer(let timer, let delay):
                alarms.cancel(timer)
                alarms.set(.path(timer), at: now + delay)
            case .stopTimer(let timer): alarms.cancel(timer)
            }
        }
    }

    mutating func withSignIn(_ body: (inout SignInState, inout [SignInEffect]) -> Void) {
        var effects: [SignInEffect] = []
        body(&frameworks.signIn, &effects)
        for effect in effects {
            if effect == .sheetShown { observationLog.note("the sheet of Sign in with Apple is on screen", at: now) }
            deliver(.signIn(effect))
        }
    }

    mutating func withWeb(_ body: (inout WebViewState, inout [WebEffect]) -> Void) {
        var effects: [WebEffect] = []
        body(&frameworks.web, &effects)
        for effect in effects {
            observationLog.write(effect, at: now, texts: texts)
            deliver(.web(effect))
        }
    }

    private mutating func deliver(_ callback: FrameworkCallback) {
        deliveries.add(.framework(callback, to: machine.process.generation))
    }

    /// Tells the states about a new state of the process.
    mutating func updateFrameworks(_ life: ProcessPhase) {
        switch life {
        case .prewarmed: break
        case .launching: frameworks.notifications.launchBegan()
        case .foreground, .background:
            let isForeground = life == .foreground
            withNotifications { book, effects in
                book.launchFinished(inForeground: isForeground, into: &effects)
                book.foregroundChanged(isForeground: isForeground)
            }
            withWeb { $0.foregroundChanged(isForeground: isForeground, into: &$1) }
            withPath { $0.resumed(into: &$1) }
        case .suspended: frameworks.path.suspended()
        case .notRunning:
            frameworks.notifications.processEnded()
            frameworks.defaults.processEnded()
            frameworks.signIn.processEnded()
            withPath { $0.processEnded(into: &$1) }
            withWeb { $0.processEnded(into: &$1) }
        }
    }

    /// Deletes the app's data in all states, as the app is deleted from the phone.
    mutating func deleteApp() {
        frameworks.keychain.appDeleted()
        frameworks.files.appDeleted()
        frameworks.defaults.appDeleted()
        withNotifications { $0.appDeleted(into: &$1) }
        withWeb { $0.appDeleted(into: &$1) }
    }

    /// Tells the states about a change of the lock or of the audio session.
    mutating func updateFrameworks(lockBefore: LockState, activationBefore: AudioSessionState.Activation) {
        if lockBefore == .beforeFirstUnlock, machine.lock == .unlocked { frameworks.defaults.unlockedFirst() }
        guard machine.audio.activation != activationBefore else { return }
        let isActive = machine.audio.activation == .callServices
        withWeb { $0.callAudioChanged(isActive: isActive, into: &$1) }
    }
}

/// The states that are not part of the machine: storage, notifications, network, sign-in and web.
struct FrameworkStates: Sendable {
    var keychain: KeychainState
    var files = AppFileSystem()
    var contacts = ContactsAccess()
    var defaults: DefaultsStore
    var notifications: NotificationCenterState
    var path: PathMonitorState
    var signIn: SignInState
    var web: WebViewState

    init(policy: DevicePolicy) {
        keychain = KeychainState(policy: policy.storage)
        defaults = DefaultsStore(policy: policy.storage)
        notifications = NotificationCenterState(policy: policy.notifications)
        path = PathMonitorState(policy: policy.path)
        signIn = SignInState(policy: policy.signIn)
        web = WebViewState(policy: policy.web)
    }
}

/// A call into the app by a framework whose state is not part of the machine.
package enum FrameworkCallback: Hashable, Sendable {
    /// UserNotifications.
    case notification(NotificationCallback)
    /// Network: a monitor gets a path.
    case path(PathMonitorID, DevicePath)
    /// AuthenticationServices.
    case signIn(SignInEffect)
    /// The web view and its bridge.
    case web(WebEffect)
}

/// The access of framework modules to the other states.
extension DeviceKernel {
    /// Uses the keychain in the current lock state.
    package func keychain<Value: Sendable>(_ body: (inout KeychainState, LockState) -> Value) -> Value {
        change { body(&$0.frameworks.keychain, $0.machine.lock) }
    }

    /// Handles the app's call into the notification center.
    package func notifications(_ request: NotificationRequest) {
        change { $0.withNotifications { $0.handle(request, into: &$1) } }
    }

    /// The state of the notification center.
    package var notificationCenter: NotificationCenterState { read { $0.frameworks.notifications } }

    /// The button of a notification that was tapped; nil means the notification itself.
    package func tappedButton(of id: NotificationID) -> String? { read { $0.tappedButtons[id] } }

    /// Handles the app's call into a path monitor.
    package func path(_ request: PathRequest) {
        change { $0.withPath { $0.handle(request, into: &$1) } }
    }

    /// The current path of a monitor.
    package func path(of monitor: PathMonitorID) -> DevicePath { read { $0.frameworks.path.path(of: monitor) } }

    /// Handles the app's request for an authorization.
    package func signIn(_ request: SignInRequest) {
        change { state in
            let isForeground = state.machine.process.life == .foreground
            state.withSignIn { $0.perform(request, isForeground: isForeground, into: &$1) }
        }
    }

    /// The account's credential state for this app.
    package var credentialState: SignInCredentialState { read { $0.frameworks.signIn.credentialState } }

    /// Handles the app's call into the web view or the bridge.
    package func web(_ request: WebRequest) {
        change { $0.withWeb { $0.handle(request, into: &$1) } }
    }

    /// Handles an event of the web view.
    package func web(_ event: WebEvent) {
        change { $0.withWeb { $0.handle(event, into: &$1) } }
    }

    /// The events that the page listens to.
    package var listenedEvents: [TextID] { read { $0.frameworks.web.listened } }

    /// The stored cookies; nil if the web view cannot answer.
    package var cookies: [WebCookie]? { read { $0.frameworks.web.cookies(lock: $0.machine.lock) } }
}
