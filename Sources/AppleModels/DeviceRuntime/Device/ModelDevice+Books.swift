public import DeviceModel

extension ModelDevice {
    /// Does something to the notifications, and lets the app react.
    public func notifications(_ event: NotificationEvent) async {
        await settle()
        kernel.change { $0.withNotifications { $0.handle(event, into: &$1) } }
        await settle()
    }

    /// The person answers the question whether the app may show notifications.
    public func answerNotificationPermission(_ allows: Bool) async {
        await notifications(.permissionAnswered(allows: allows))
    }

    /// The person taps a notification, or a button of it: the app comes to the foreground and hears of it.
    public func tapNotification(_ id: String, button: String? = nil) async {
        let name = NotificationID(kernel.texts { $0.text(id) }.value)
        kernel.change { $0.tappedButtons[name] = button }
        await notifications(.tapped(name))
        await openApp()
    }

    /// The phone's way into the network becomes another.
    public func network(_ path: NetworkPath) async {
        await settle()
        kernel.change { $0.withPath { $0.changed(to: path, into: &$1) } }
        await settle()
    }

    /// The person, or Apple, does something about sign-in.
    public func signIn(_ event: SignInEvent) async {
        await settle()
        kernel.change { state in
            let now = state.now
            state.withSignIn { $0.handle(event, at: now, into: &$1) }
        }
        await settle()
    }

    /// Apple's server exchanges a code for tokens; false if the code is used, old or unknown.
    public func redeem(_ code: AuthorizationCode) -> Bool {
        kernel.change { $0.books.signIn.redeem(code, at: $0.now) }
    }

    /// Something happens to the web view or its page.
    public func web(_ event: WebEvent) async {
        await settle()
        kernel.web(event)
        await settle()
    }

    /// The page listens to an event of a plugin.
    public func pageListens(to event: String) async {
        await web(.listenerAdded(kernel.texts { $0.text(event) }))
    }

    /// What the page was told, in order: the events' names and data, as JSON.
    public var pageReceived: [(event: String, data: String)] { kernel.read { $0.diary.pageReceived } }

    /// The keychain's items, as an examiner of the phone would see them.
    public var keychain: KeychainBook { kernel.read { $0.books.keychain } }

    /// The app's files and defaults, as an examiner of the phone would see them.
    public var files: DeviceFiles { DeviceFiles(kernel: kernel, process: nil) }

    /// The power fails: what is not on the disk is gone. The phone starts again and waits for its first unlock.
    public func failPower(_ loss: PowerLoss = PowerLoss()) async {
        await settle()
        strikePower(loss)
        await settle()
    }

    /// The power fails at once, between two steps of the app: what it has to do still lies before it.
    ///
    /// - Parameter examine: looks at what is left on the disk, while the phone's lock does not yet keep it closed.
    public nonisolated func strikePower(
        _ loss: PowerLoss = PowerLoss(), examine: (DeviceFiles) -> Void = { _ in }
    ) {
        kernel.change { $0.books.files.powerFailed(loss) }
        examine(DeviceFiles(kernel: kernel, process: nil))
        kernel.handle(.world(.lock(.reboot)))
    }

    /// The notifications in the list, the oldest first.
    public var notifications: [ShownNotification] { kernel.read { $0.shownNotifications } }
}
