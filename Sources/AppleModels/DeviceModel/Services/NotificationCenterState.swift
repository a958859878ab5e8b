/// The notification center of one app (C110).
public struct NotificationCenterState: Hashable, Sendable {
    /// The state of the app's process, as far as notifications depend on it.
    public enum Audience: Hashable, Sendable {
        /// The app has no process.
        case none
        /// `didFinishLaunching` has not returned.
        case launching
        case background
        case foreground
    }

    /// The person's answer to the question for permission.
    public private(set) var authorization = NotificationAuthorization.notDetermined
    /// The notifications in the list on the lock screen, the oldest first.
    public private(set) var delivered: [LocalNotification] = []
    /// The notifications to be delivered later, sorted by ID.
    public private(set) var pending: [LocalNotification] = []
    /// The notifications for which `willPresent` was called and not answered yet.
    public private(set) var asking: [LocalNotification] = []
    /// The number on the app's icon; 0 shows none.
    public private(set) var badge = 0
    /// Whether a Focus silences notifications.
    public private(set) var focusIsOn = false
    /// Whether the app has a process, and in which state.
    public private(set) var audience = Audience.none
    /// Whether the app set a delegate. Only a delegate gets taps and `willPresent`.
    public private(set) var hasDelegate = false
    /// The notification whose tap launched the app, until the launch has finished.
    public private(set) var launchingTap: NotificationID?
    /// Whether the question for permission is on the screen.
    public private(set) var isAskingPermission = false
    private let constant: Constant<(policy: NotificationPolicy, mayBeTimeSensitive: Bool)>

    /// Makes the empty center of an app for which the person was never asked for permission.
    ///
    /// - Parameter mayBeTimeSensitive: whether the app has the capability for time-sensitive notifications.
    public init(policy: NotificationPolicy, mayBeTimeSensitive: Bool = true) {
        constant = Constant((policy, mayBeTimeSensitive))
    }

    /// Handles an event from outside the app.
    public mutating func handle(_ event: NotificationEvent, into effects: inout [NotificationEffect]) {
        switch event {
        case .permissionAnswered(let allows): answerPermission(allows, &effects)
        case .permissionChanged(let allows): authorization = allows ? .authorized : .denied
        case .focusChanged(let isOn): focusIsOn = isOn
        case .arrives(let notification): deliver(notification, &effects)
        case .tapped(let id): tap(id, &effects)
        case .cleared(let id): delivered.removeAll { $0.id == id }
        }
    }

    /// Handles a call of the app.
    public mutating func handle(_ request: NotificationRequest, into effects: inout [NotificationEffect]) {
        switch request {
        case .setDelegate(let isSet): hasDelegate = isSet
        case .requestAuthorization: requestAuthorization(&effects)
        case .add(let notification): add(notification, &effects)
        case .removeDelivered(let ids): withdraw(ids, &effects)
        case .removePending(let ids): cancel(ids, &effects)
        case .removeAll:
            cancel(pending.map(\.id), &effects)
            withdraw(delivered.map(\.id), &effects)
        case .setBadge(let number): setBadge(number, &effects)
        case .present(let id, let shows): present(id, shows, &effects)
        }
    }

    /// Delivers a notification that was added with a delay.
    public mutating func timerFired(_ id: NotificationID, into effects: inout [NotificationEffect]) {
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
        deliver(pending.remove(at: index), &effects)
    }

    /// Handles the start of a process.
    public mutating func launchBegan() {
        audience = .launching
    }

    /// Handles the end of a launch. The tap that launched the app is delivered now or never.
    public mutating func launchFinished(inForeground: Bool, into effects: inout [NotificationEffect]) {
        guard audience == .launching else { return }
        audience = inForeground ? .foreground : .background
        guard let tap = launchingTap else { return }
        launchingTap = nil
        effects.append(hasDelegate ? .callback(.didReceive(tap)) : .observe(.tapLost(tap)))
    }

    /// Handles the app's move to the foreground or out of it.
    public mutating func foregroundChanged(isForeground: Bool) {
        guard audience == .foreground || audience == .background else { return }
        audience = isForeground ? .foreground : .background
    }

    /// Handles the end of the process. The list stays, and pending notifications are still delivered.
    public mutating func processEnded() {
        audience = .none
        hasDelegate = false
        isAskingPermission = false
        asking.removeAll()
    }

    /// Removes all notifications and the permission, as the app is deleted from the phone.
    public mutating func appDeleted(into effects: inout [NotificationEffect]) {
        cancel(pending.map(\.id), &effects)
        withdraw(delivered.map(\.id), &effects)
        setBadge(0, &effects)
        authorization = .notDetermined
        launchingTap = nil
        processEnded()
    }

    private mutating func requestAuthorization(_ effects: inout [NotificationEffect]) {
        switch authorization {
        case .notDetermined:
            // On a locked phone or in the background the person cannot be asked, so the question waits.
            guard !isAskingPermission else { return }
            isAskingPermission = true
            effects.append(.observe(.permissionAsked))
        case .denied: effects.append(.callback(.authorization(isGranted: false)))
        case .authorized: effects.append(.callback(.authorization(isGranted: true)))
        }
    }

    private mutating func answerPermission(_ allows: Bool, _ effects: inout [NotificationEffect]) {
        guard isAskingPermission else { return }
        isAskingPermission = false
        authorization = allows ? .authorized : .denied
        effects.append(.callback(.authorization(isGranted: allows)))
    }

    private mutating func add(_ notification: LocalNotification, _ effects: inout [NotificationEffect]) {
        let isAllowed = authorization == .authorized
        effects.append(
            .callback(.added(notification.id, isRefused: !isAllowed && constant.value.policy.refusesWithoutPermission)))
        guard isAllowed else { return }
        guard let delay = notification.delay else { return deliver(notification, &effects) }
        pending.removeAll { $0.id == notification.id }
        guard pending.count < constant.value.policy.deliveredCountMax else { return }
        pending.insert(
            notification, at: pending.firstIndex { $0.id > notification.id } ?? pending.endIndex)
        effects.append(.startTimer(notification.id, after: delay))
    }

    /// Delivers a notification. In the foreground it is shown only if the delegate allows it.
    private mutating func deliver(_ notification: LocalNotification, _ effects: inout [NotificationEffect]) {
        guard authorization == .authorized else { return }
        guard audience == .foreground else { return show(notification, &effects) }
        guard hasDelegate, asking.count < constant.value.policy.deliveredCountMax else { return }
        asking.removeAll { $0.id == notification.id }
        asking.append(notification)
        effects.append(.callback(.willPresent(notification.id)))
    }

    private mutating func present(_ id: NotificationID, _ shows: Bool, _ effects: inout [NotificationEffect]) {
        guard let index = asking.firstIndex(where: { $0.id == id }) else { return }
        let notification = asking.remove(at: index)
        if shows { show(notification, &effects) }
    }

    private mutating func show(_ notification: LocalNotification, _ effects: inout [NotificationEffect]) {
        delivered.removeAll { $0.id == notification.id }
        delivered.append(notification)
        if delivered.count > constant.value.policy.deliveredCountMax { delivered.removeFirst() }
        let breaksThrough = notification.level == .timeSensitive && constant.value.mayBeTimeSensitive
        let isAudible = notification.hasSound && notification.level != .passive && (!focusIsOn || breaksThrough)
        effects.append(.observe(.shown(notification, isAudible: isAudible)))
    }

    private mutating func tap(_ id: NotificationID, _ effects: inout [NotificationEffect]) {
        guard delivered.contains(where: { $0.id == id }) else { return }
        delivered.removeAll { $0.id == id }
        switch audience {
        case .none, .launching: launchingTap = id
        case .background, .foreground:
            effects.append(hasDelegate ? .callback(.didReceive(id)) : .observe(.tapLost(id)))
        }
    }

    private mutating func withdraw(_ ids: [NotificationID], _ effects: inout [NotificationEffect]) {
        for id in ids where delivered.contains(where: { $0.id == id }) {
            delivered.removeAll { $0.id == id }
            effects.append(.observe(.withdrawn(id)))
        }
    }

    private mutating func cancel(_ ids: [NotificationID], _ effects: inout [NotificationEffect]) {
        for id in ids where pending.contains(where: { $0.id == id }) {
            pending.removeAll { $0.id == id }
            effects.append(.stopTimer(id))
        }
    }

    private mutating func setBadge(_ number: Int, _ effects: inout [NotificationEffect]) {
        guard number != badge else { return }
        badge = number
        effects.append(.observe(.badge(number)))
    }
}

/// A call by the app into `UNUserNotificationCenter`.
public enum NotificationRequest: Hashable, Sendable {
    /// The app sets the delegate, which is weak: `isSet` is false once it is deallocated.
    case setDelegate(isSet: Bool)
    case requestAuthorization
    case add(LocalNotification)
    case removeDelivered([NotificationID])
    case removePending([NotificationID])
    case removeAll
    /// Sets the number on the app's icon.
    case setBadge(Int)
    /// The delegate answers `willPresent`: whether the notification is shown although the app is in the foreground.
    case present(NotificationID, shows: Bool)
}

/// An event of notifications from outside the app.
public enum NotificationEvent: Hashable, Sendable {
    /// The person answers the question for permission on the screen.
    case permissionAnswered(allows: Bool)
    /// The person changes the permission in Settings.
    case permissionChanged(allows: Bool)
    /// A Focus is turned on or off.
    case focusChanged(isOn: Bool)
    /// An alert push reaches the phone. It is shown whether or not the app has a process.
    case arrives(LocalNotification)
    /// The person taps a notification in the list. The code that drives the device brings the app to the foreground.
    case tapped(NotificationID)
    /// The person clears one from the list.
    case cleared(NotificationID)
}

/// An effect of a change of notifications.
public enum NotificationEffect: Hashable, Sendable {
    /// Calls the app in its current process.
    case callback(NotificationCallback)
    /// Starts the timer of a pending notification.
    case startTimer(NotificationID, after: Duration)
    /// Stops the timer of a pending notification.
    case stopTimer(NotificationID)
    /// The person or a developer can notice something.
    case observe(NotificationObservation)
}

/// A call by the notification center into the app.
public enum NotificationCallback: Hashable, Sendable {
    /// The request for authorization is answered.
    case authorization(isGranted: Bool)
    /// The addition of a notification completed. Without permission it completes too, and nothing is shown.
    case added(NotificationID, isRefused: Bool)
    /// A notification is due while the app is in the foreground.
    case willPresent(NotificationID)
    /// The person tapped a notification.
    case didReceive(NotificationID)
}

/// An observation of notifications by the person or a developer.
public enum NotificationObservation: Hashable, Sendable {
    /// The system asks whether the app may show notifications.
    case permissionAsked
    /// A notification appears.
    case shown(LocalNotification, isAudible: Bool)
    /// A notification disappears from the list.
    case withdrawn(NotificationID)
    /// The number on the app's icon changes.
    case badge(Int)
    /// A tap that the app never receives, because its launch finished without a delegate.
    case tapLost(NotificationID)
}

/// A notification: of an alert push, or one that the app adds itself.
public struct LocalNotification: Hashable, Sendable {
    /// The identifier. A notification replaces an earlier one with the same.
    public var id: NotificationID
    /// The number of the title's text.
    public var title: TextID
    /// The number of the body's text.
    public var body: TextID
    /// How much the notification may interrupt the person.
    public var level: InterruptionLevel
    /// Whether a sound is played with it.
    public var hasSound: Bool
    /// The delay from the addition to the delivery; nil delivers at once.
    public var delay: Duration?

    public init(
        id: NotificationID, title: TextID, body: TextID, level: InterruptionLevel = .active, hasSound: Bool = true,
        delay: Duration? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.level = level
        self.hasSound = hasSound
        self.delay = delay
    }
}

/// The app's own number for a notification. Adding another one with the same number replaces it.
public struct NotificationID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// How much a notification may disturb.
public enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
    /// It appears in the list, without sound or light.
    case passive
    /// It makes a sound, unless a Focus is on.
    case active
    /// It makes a sound even if a Focus is on. Without the capability the system treats it as `active`.
    case timeSensitive
}

/// Whether the person lets the app show notifications.
public enum NotificationAuthorization: String, Hashable, Sendable, CaseIterable {
    /// The person was never asked.
    /// Leaves to: `denied`, `authorized` (the person answered).
    case notDetermined
    /// The person refused, or withdrew the permission in Settings.
    case denied
    /// The person allowed it.
    case authorized
}
