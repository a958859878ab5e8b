/// The notification centre of one app (C110).
public struct NotificationBook: Hashable, Sendable {
    /// How far the app's process is, as far as it matters here.
    public enum Audience: Hashable, Sendable {
        /// No process.
        case none
        /// `didFinishLaunching` has not returned.
        case launching
        case background
        case foreground
    }

    public private(set) var authorization = NotificationAuthorization.notDetermined
    /// In the list on the lock screen, the oldest first.
    public private(set) var delivered: [LocalNotification] = []
    /// To be delivered later, by name.
    public private(set) var pending: [LocalNotification] = []
    /// Asked by `willPresent`, and not answered yet.
    public private(set) var asking: [LocalNotification] = []
    public private(set) var badge = 0
    public private(set) var focusIsOn = false
    public private(set) var audience = Audience.none
    public private(set) var hasDelegate = false
    /// The tap that launched the app, until its launch has finished.
    public private(set) var launchingTap: NotificationID?
    /// Whether the person is looking at the question for permission.
    public private(set) var isAskingPermission = false
    private let constant: Constant<(policy: NotificationPolicy, mayBeTimeSensitive: Bool)>

    /// Makes the empty centre of an app that was never asked about.
    ///
    /// - Parameter mayBeTimeSensitive: whether the app has the capability for time-sensitive notifications.
    public init(policy: NotificationPolicy, mayBeTimeSensitive: Bool = true) {
        constant = Constant((policy, mayBeTimeSensitive))
    }

    /// Something happens outside the app.
    public mutating func handle(_ event: NotificationEvent, into effects: inout [NotificationEffect]) {
        switch event {
        case .permissionAnswered(let allows): answerPermission(allows, &effects)
        case .permissionChanged(let allows): authorization = allows ? .authorized : .denied
        case .focusChanged(let isOn): focusIsOn = isOn
        case .tapped(let id): tap(id, &effects)
        case .cleared(let id): delivered.removeAll { $0.id == id }
        }
    }

    /// The app asks for something.
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

    /// One that was added with a delay is due.
    public mutating func timerFired(_ id: NotificationID, into effects: inout [NotificationEffect]) {
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
        deliver(pending.remove(at: index), &effects)
    }

    /// A process starts.
    public mutating func launchBegan() {
        audience = .launching
    }

    /// `didFinishLaunching` returns: the tap that launched is delivered now or never.
    public mutating func launchFinished(inForeground: Bool, into effects: inout [NotificationEffect]) {
        guard audience == .launching else { return }
        audience = inForeground ? .foreground : .background
        guard let tap = launchingTap else { return }
        launchingTap = nil
        effects.append(hasDelegate ? .callback(.didReceive(tap)) : .observe(.tapLost(tap)))
    }

    /// The app comes to the foreground or leaves it.
    public mutating func foregroundChanged(isForeground: Bool) {
        guard audience == .foreground || audience == .background else { return }
        audience = isForeground ? .foreground : .background
    }

    /// The process is gone. What is in the list stays, and what is due comes all the same.
    public mutating func processEnded() {
        audience = .none
        hasDelegate = false
        isAskingPermission = false
        asking.removeAll()
    }

    /// The app is deleted from the phone: list and permission go with it.
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
            // On a locked phone or in the background nobody can be asked; the question waits.
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

    /// In the foreground only the delegate can let one be shown.
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

/// What the app asks of `UNUserNotificationCenter`.
public enum NotificationRequest: Hashable, Sendable {
    /// The delegate is set. Weak: a delegate that is gone is set to none.
    case setDelegate(isSet: Bool)
    case requestAuthorization
    case add(LocalNotification)
    case removeDelivered([NotificationID])
    case removePending([NotificationID])
    case removeAll
    /// The number on the app's icon.
    case setBadge(Int)
    /// The delegate answers `willPresent`: whether the notification is shown although the app is in the foreground.
    case present(NotificationID, shows: Bool)
}

/// What happens to notifications from outside the app.
public enum NotificationEvent: Hashable, Sendable {
    /// The person answers the question for permission that is on screen.
    case permissionAnswered(allows: Bool)
    /// The person changes the permission in Settings.
    case permissionChanged(allows: Bool)
    /// A Focus is turned on or off.
    case focusChanged(isOn: Bool)
    /// The person taps a notification in the list. The app is brought to the foreground by whoever drives the device.
    case tapped(NotificationID)
    /// The person clears one from the list.
    case cleared(NotificationID)
}

/// What follows for the device from something that happened to notifications.
public enum NotificationEffect: Hashable, Sendable {
    /// Calls the app, in its present process.
    case callback(NotificationCallback)
    /// Waits until one is due.
    case startTimer(NotificationID, after: Duration)
    /// No longer waits for it.
    case stopTimer(NotificationID)
    /// Can be noticed.
    case observe(NotificationObservation)
}

/// What the centre calls in the app.
public enum NotificationCallback: Hashable, Sendable {
    /// The answer to a request for authorization.
    case authorization(isGranted: Bool)
    /// An addition is done. Without permission it is done too, and shows nothing.
    case added(NotificationID, isRefused: Bool)
    /// One is to be shown while the app is in the foreground.
    case willPresent(NotificationID)
    /// The person tapped one.
    case didReceive(NotificationID)
}

/// What a person notices of notifications.
public enum NotificationObservation: Hashable, Sendable {
    /// The system asks whether the app may show notifications.
    case permissionAsked
    /// One appears.
    case shown(LocalNotification, isAudible: Bool)
    /// One disappears that was in the list.
    case withdrawn(NotificationID)
    /// The number on the app's icon changes.
    case badge(Int)
    /// A developer's matter: a tap the app will never hear of, because its launch finished without a delegate.
    case tapLost(NotificationID)
}

/// A notification the app adds itself.
public struct LocalNotification: Hashable, Sendable {
    public var id: NotificationID
    public var title: TextID
    public var body: TextID
    public var level: InterruptionLevel
    public var hasSound: Bool
    /// From adding to delivery; nil is at once.
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

/// The app's own name for a notification; adding another of the same name replaces it.
public struct NotificationID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// How much a notification may disturb.
public enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
    /// Into the list, without sound or light.
    case passive
    /// With sound, unless a Focus is on.
    case active
    /// With sound, through a Focus too. Without the capability the system treats it as `active`.
    case timeSensitive
}

/// Whether the person lets the app show notifications.
public enum NotificationAuthorization: String, Hashable, Sendable, CaseIterable {
    /// Never asked.
    /// Leaves to: `denied`, `authorized` (the person answered).
    case notDetermined
    /// Refused, or taken back in Settings.
    case denied
    /// Allowed.
    case authorized
}
