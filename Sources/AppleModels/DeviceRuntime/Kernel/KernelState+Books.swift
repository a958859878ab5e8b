package import DeviceModel

/// What the other books must hear of the process, the lock and the sound, and what follows from them.
extension KernelState {
    /// Uses one of the books.
    mutating func withNotifications(_ body: (inout NotificationBook, inout [NotificationEffect]) -> Void) {
        var effects: [NotificationEffect] = []
        body(&books.notifications, &effects)
        for effect in effects {
            switch effect {
            case .callback(let callback): deliver(.notification(callback))
            case .startTimer(let id, let delay):
                alarms.cancel(id)
                alarms.set(.notification(id), at: now + delay)
            case .stopTimer(let id): alarms.cancel(id)
            case .observe(let observation): diary.write(observation, at: now, texts: texts)
            }
        }
    }

    mutating func withPath(_ body: (inout PathBook, inout [PathEffect]) -> Void) {
        var effects: [PathEffect] = []
        body(&books.path, &effects)
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

    mutating func withSignIn(_ body: (inout SignInBook, inout [SignInEffect]) -> Void) {
        var effects: [SignInEffect] = []
        body(&books.signIn, &effects)
        for effect in effects {
            if effect == .sheetShown { diary.note("the sheet of Sign in with Apple is on screen", at: now) }
            deliver(.signIn(effect))
        }
    }

    mutating func withWeb(_ body: (inout WebBook, inout [WebEffect]) -> Void) {
        var effects: [WebEffect] = []
        body(&books.web, &effects)
        for effect in effects {
            diary.write(effect, at: now, texts: texts)
            deliver(.web(effect))
        }
    }

    private mutating func deliver(_ callback: BookCallback) {
        deliveries.add(.book(callback, to: machine.process.generation))
    }

    /// The process changed the way it runs.
    mutating func tellBooks(_ life: ProcessLife) {
        switch life {
        case .prewarmed: break
        case .launching: books.notifications.launchBegan()
        case .foreground, .background:
            let isForeground = life == .foreground
            withNotifications { book, effects in
                book.launchFinished(inForeground: isForeground, into: &effects)
                book.foregroundChanged(isForeground: isForeground)
            }
            withWeb { $0.foregroundChanged(isForeground: isForeground, into: &$1) }
            withPath { $0.resumed(into: &$1) }
        case .suspended: books.path.suspended()
        case .notRunning:
            books.notifications.processEnded()
            books.defaults.processEnded()
            books.signIn.processEnded()
            withPath { $0.processEnded(into: &$1) }
            withWeb { $0.processEnded(into: &$1) }
        }
    }

    /// The app is deleted from the phone.
    mutating func deleteApp() {
        books.keychain.appDeleted()
        books.files.appDeleted()
        books.defaults.appDeleted()
        withNotifications { $0.appDeleted(into: &$1) }
        withWeb { $0.appDeleted(into: &$1) }
    }

    /// What the machine's change of lock and sound means for the other books.
    mutating func tellBooks(lockBefore: LockState, activationBefore: AudioBook.Activation) {
        if lockBefore == .beforeFirstUnlock, machine.lock == .unlocked { books.defaults.unlockedFirst() }
        guard machine.audio.activation != activationBefore else { return }
        let isActive = machine.audio.activation == .callServices
        withWeb { $0.callAudioChanged(isActive: isActive, into: &$1) }
    }
}

/// What the phone keeps beside calls, pushes, sound and the process.
struct Books: Sendable {
    var keychain: KeychainBook
    var files = FileBook()
    var contacts = ContactBook()
    var defaults: DefaultsBook
    var notifications: NotificationBook
    var path: PathBook
    var signIn: SignInBook
    var web: WebBook

    init(policy: DevicePolicy) {
        keychain = KeychainBook(policy: policy.storage)
        defaults = DefaultsBook(policy: policy.storage)
        notifications = NotificationBook(policy: policy.notifications)
        path = PathBook(policy: policy.path)
        signIn = SignInBook(policy: policy.signIn)
        web = WebBook(policy: policy.web)
    }
}

/// What a framework beside calls and pushes calls in the app.
package enum BookCallback: Hashable, Sendable {
    /// UserNotifications.
    case notification(NotificationCallback)
    /// Network: a monitor's path.
    case path(PathMonitorID, NetworkPath)
    /// AuthenticationServices.
    case signIn(SignInEffect)
    /// The web view and its bridge.
    case web(WebEffect)
}

/// What framework modules use of the other books.
extension DeviceKernel {
    /// Uses the keychain, as the lock stands.
    package func keychain<Value: Sendable>(_ body: (inout KeychainBook, LockState) -> Value) -> Value {
        change { body(&$0.books.keychain, $0.machine.lock) }
    }

    /// The app asks the notification centre for something.
    package func notifications(_ request: NotificationRequest) {
        change { $0.withNotifications { $0.handle(request, into: &$1) } }
    }

    /// What the notification centre knows.
    package var notificationBook: NotificationBook { read { $0.books.notifications } }

    /// Which button of a notification was tapped; nil is the notification itself.
    package func tappedButton(of id: NotificationID) -> String? { read { $0.tappedButtons[id] } }

    /// The app asks for something about the network.
    package func path(_ request: PathRequest) {
        change { $0.withPath { $0.handle(request, into: &$1) } }
    }

    /// What a monitor says of the way out.
    package func path(of monitor: PathMonitorID) -> NetworkPath { read { $0.books.path.path(of: monitor) } }

    /// The app asks for an authorization.
    package func signIn(_ request: SignInRequest) {
        change { state in
            let isForeground = state.machine.process.life == .foreground
            state.withSignIn { $0.perform(request, isForeground: isForeground, into: &$1) }
        }
    }

    /// What the account says of this app.
    package var credentialState: SignInCredentialState { read { $0.books.signIn.credentialState } }

    /// The app asks for something of the web view.
    package func web(_ request: WebRequest) {
        change { $0.withWeb { $0.handle(request, into: &$1) } }
    }

    /// What happens to the web view.
    package func web(_ event: WebEvent) {
        change { $0.withWeb { $0.handle(event, into: &$1) } }
    }

    /// What the page listens to.
    package var listenedEvents: [TextID] { read { $0.books.web.listened } }

    /// What the web view has stored; nil when nothing answers.
    package var cookies: [WebCookie]? { read { $0.books.web.cookies(lock: $0.machine.lock) } }
}
