package import DeviceModel

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
