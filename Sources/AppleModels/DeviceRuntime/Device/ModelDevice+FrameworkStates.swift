public import DeviceModel

extension ModelDevice {
    /// Applies an event to the notifications, and lets the app react.
    public func notifications(_ event: NotificationEvent) async {
        await settle()
        kernel.change { $0.withNotifications { $0.handle(event, into: &$1) } }
        await settle()
    }

    /// Answers the question whether the app may show notifications.
    public func answerNotificationPermission(_ allows: Bool) async {
        await notifications(.permissionAnswered(allows: allows))
    }

    /// Whether the system asks the person for permission to show notifications.
    public var asksNotificationPermission: Bool { kernel.read { $0.frameworks.notifications.isAskingPermission } }

    /// Taps a notification or one of its buttons. The app comes to the foreground and receives the tap.
    public func tapNotification(_ id: String, button: String? = nil) async {
        let name = NotificationID(kernel.texts { $0.text(id) }.value)
        kernel.change { $0.tappedButtons[name] = button }
        await notifications(.tapped(name))
        await openApp()
    }

    /// Changes the phone's network path.
    public func network(_ path: DevicePath) async {
        await settle()
        kernel.change { $0.withPath { $0.changed(to: path, into: &$1) } }
        await settle()
    }

    /// Applies an event of the person or of Apple to sign-in.
    public func signIn(_ event: SignInEvent) async {
        await settle()
        kernel.change { state in
            let now = state.now
            state.withSignIn { $0.handle(event, at: now, into: &$1) }
        }
        await settle()
    }

    /// Redeems a code for tokens, as Apple's server does. Returns false if the code is used, expired or unknown.
    public func redeem(_ code: AuthorizationCode) -> Bool {
        kernel.change { $0.frameworks.signIn.redeem(code, at: $0.now) }
    }

    /// Applies an event to the web view or its page.
    public func web(_ event: WebEvent) async {
        await settle()
        kernel.web(event)
        await settle()
    }

    /// Lets the page listen to an event of a plugin.
    public func pageListens(to event: String) async {
        await web(.listenerAdded(kernel.texts { $0.text(event) }))
    }

    /// The latest events that the page received, in order, with their names and their data as JSON.
    public var pageReceived: [(event: String, data: String)] { kernel.read { $0.observationLog.pageReceived.kept } }

    /// The keychain, as an examiner of the phone would see it.
    public var keychain: KeychainState { kernel.read { $0.frameworks.keychain } }

    /// The app's files and defaults, as an examiner of the phone would see them.
    public var files: DeviceFiles { DeviceFiles(kernel: kernel, process: nil) }

    /// Lets the power fail: data that is not on the disk is lost. The phone restarts and waits for its first unlock.
    public func failPower(_ loss: PowerFailure = PowerFailure()) async {
        await settle()
        strikePower(loss)
        await settle()
    }

    /// Lets the power fail at once, between two steps of the app, while the app still has work to do.
    ///
    /// - Parameter examine: receives the files that are left on the disk, before the phone's lock protects them.
    public nonisolated func strikePower(
        _ loss: PowerFailure = PowerFailure(), examine: (DeviceFiles) -> Void = { _ in }
    ) {
        kernel.change { $0.frameworks.files.powerFailed(loss) }
        examine(DeviceFiles(kernel: kernel, process: nil))
        kernel.handle(.world(.lock(.reboot)))
    }

    /// The notifications in the list on the lock screen, the oldest first.
    public var notifications: [ShownNotification] { kernel.read { $0.shownNotifications } }
}
