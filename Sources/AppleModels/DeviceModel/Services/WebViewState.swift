/// The web view of one app, with Capacitor's bridge (C66, C79, C111, C112).
public struct WebViewState: Hashable, Sendable {
    /// The most waiting calls of a page. It bounds the model.
    public static let waitingCountMax = 64
    /// The most cookies. It bounds the model.
    public static let cookieCountMax = 64

    /// Whether a page is loaded, and whether its process lives.
    public private(set) var view = WebView.absent
    /// The events that the page listens to, in the order of their first listeners.
    public private(set) var listened: [TextID] = []
    /// The messages that are kept for their first listener.
    public private(set) var retained: [PluginMessage] = []
    /// The call that occupies the bridge's queue.
    public private(set) var performing: PluginCallID?
    /// The calls that wait behind it, the oldest first.
    public private(set) var waiting: [PluginCallID] = []
    /// The calls of the current page that have no answer yet.
    public private(set) var unanswered: [PluginCallID] = []
    /// Whether the page plays or records media.
    public private(set) var isPlayingMedia = false
    /// Whether a call's audio session is active.
    public private(set) var callHasAudio = false
    /// Whether the app is in the foreground.
    public private(set) var isForeground = false
    /// Whether the app's process is suspended and receives nothing.
    public private(set) var isSuspended = false
    /// Whether the app must still be told that the page's process has ended.
    public private(set) var hasPendingTermination = false
    /// The cookies, sorted by name. They are on disk, so they outlive page and process.
    public private(set) var storedCookies: [WebCookie] = []
    private let policy: Constant<WebPolicy>

    /// Makes web views without a page.
    public init(policy: WebPolicy) {
        self.policy = Constant(policy)
    }

    /// `httpCookieStore.getAllCookies` (C79). It is nil when no answer comes: without a web view there is no WebKit
    /// process, and before the first unlock the cookies cannot be read.
    public func cookies(lock: LockState) -> [WebCookie]? {
        guard FileProtection.untilFirstUnlock.isReachable(lock) else { return nil }
        return view == .absent && policy.value.cookiesNeedWebView ? nil : storedCookies
    }

    /// Handles an event of the web view or its page.
    public mutating func handle(_ event: WebEvent, into effects: inout [WebEffect]) {
        switch event {
        case .viewLoaded: if view == .absent { view = .loading }
        case .viewUnloaded: removeView(&effects)
        case .pageLoaded: if view == .loading { view = .loaded }
        case .pageLeft: if view == .loaded { leavePage(&effects) }
        case .contentProcessTerminated: terminate(&effects)
        case .listenerAdded(let event): addListener(event, &effects)
        case .listenerRemoved(let event): listened.removeAll { $0 == event }
        case .called(let call): enqueue(call, &effects)
        case .mediaStarted: startMedia(&effects)
        case .cookieSet(let cookie): set(cookie)
        }
    }

    /// Handles a call of the app.
    public mutating func handle(_ request: WebRequest, into effects: inout [WebEffect]) {
        switch request {
        case .notify(let message, let isRetained): notify(message, isRetained, &effects)
        case .returned(let call): goOn(after: call, &effects)
        case .resolve(let call): answer(call, &effects)
        case .reload: if view != .absent { leavePage(&effects) }
        }
    }

    /// Handles the activation or deactivation of a call's audio session (C66).
    public mutating func callAudioChanged(isActive: Bool, into effects: inout [WebEffect]) {
        callHasAudio = isActive
        if isActive { stopMedia(&effects) }
    }

    /// Handles the app's move to the foreground or out of it. A page's media stops in the background.
    public mutating func foregroundChanged(isForeground: Bool, into effects: inout [WebEffect]) {
        self.isForeground = isForeground
        if !isForeground { stopMedia(&effects) }
    }

    /// Suspends or resumes the app. After resuming, the app learns whether its page's process has ended.
    public mutating func suspensionChanged(isSuspended: Bool, into effects: inout [WebEffect]) {
        self.isSuspended = isSuspended
        if hasPendingTermination { sendTermination(&effects) }
    }

    /// Removes everything except the cookies, as the app's process has ended.
    public mutating func processEnded(into effects: inout [WebEffect]) {
        removeView(&effects)
        isForeground = false
        isSuspended = false
        callHasAudio = false
    }

    /// Removes everything, as the app is deleted from the phone.
    public mutating func appDeleted(into effects: inout [WebEffect]) {
        processEnded(into: &effects)
        storedCookies.removeAll()
    }

    /// Removes the view, and with it the bridge and everything the bridge kept.
    private mutating func removeView(_ effects: inout [WebEffect]) {
        stopMedia(&effects)
        view = .absent
        hasPendingTermination = false
        listened.removeAll()
        retained.removeAll()
        performing = nil
        waiting.removeAll()
        unanswered.removeAll()
    }

    /// Leaves the page. Listeners and open calls of the old page are dropped; retained messages stay.
    private mutating func leavePage(_ effects: inout [WebEffect]) {
        stopMedia(&effects)
        view = .loading
        listened.removeAll()
        unanswered.removeAll()
    }

    private mutating func terminate(_ effects: inout [WebEffect]) {
        guard view == .loading || view == .loaded else { return }
        stopMedia(&effects)
        view = .terminated
        sendTermination(&effects)
    }

    private mutating func sendTermination(_ effects: inout [WebEffect]) {
        hasPendingTermination = isSuspended
        if !isSuspended { effects.append(.contentProcessTerminated) }
    }

    private mutating func addListener(_ event: TextID, _ effects: inout [WebEffect]) {
        guard view == .loaded, !listened.contains(event) else { return }
        listened.append(event)
        for message in retained where message.event == event { effects.append(.received(message)) }
        retained.removeAll { $0.event == event }
    }

    private mutating func notify(_ message: PluginMessage, _ isRetained: Bool, _ effects: inout [WebEffect]) {
        guard view != .absent else { return effects.append(.lost(.noBridge(message))) }
        guard !listened.contains(message.event) else {
            return effects.append(view == .loaded ? .received(message) : .lost(.deadPage(message)))
        }
        guard isRetained else { return effects.append(.lost(.noListener(message))) }
        guard retained.count < policy.value.retainedCountMax else {
            return effects.append(.lost(.tooManyRetained(message)))
        }
        retained.append(message)
    }

    private mutating func enqueue(_ call: PluginCallID, _ effects: inout [WebEffect]) {
        guard view == .loaded, waiting.count < WebViewState.waitingCountMax,
            unanswered.count < WebViewState.waitingCountMax, !unanswered.contains(call)
        else { return }
        unanswered.append(call)
        guard performing == nil else { return waiting.append(call) }
        performing = call
        effects.append(.perform(call))
    }

    private mutating func goOn(after call: PluginCallID, _ effects: inout [WebEffect]) {
        guard performing == call else { return }
        performing = waiting.isEmpty ? nil : waiting.removeFirst()
        if let performing { effects.append(.perform(performing)) }
    }

    private mutating func answer(_ call: PluginCallID, _ effects: inout [WebEffect]) {
        let isAwaited = unanswered.contains(call)
        unanswered.removeAll { $0 == call }
        effects.append(isAwaited && view == .loaded ? .answered(call) : .lost(.deadCall(call)))
    }

    private mutating func startMedia(_ effects: inout [WebEffect]) {
        guard view == .loaded, !isPlayingMedia else { return }
        guard isForeground, !callHasAudio else { return effects.append(.mediaStopped) }
        isPlayingMedia = true
    }

    private mutating func stopMedia(_ effects: inout [WebEffect]) {
        guard isPlayingMedia else { return }
        isPlayingMedia = false
        effects.append(.mediaStopped)
    }

    private mutating func set(_ cookie: WebCookie) {
        storedCookies.removeAll { $0.name == cookie.name }
        guard storedCookies.count < WebViewState.cookieCountMax else { return }
        storedCookies.insert(
            cookie, at: storedCookies.firstIndex { $0.name > cookie.name } ?? storedCookies.endIndex)
    }
}

/// The state of the app's web view.
public enum WebView: String, Hashable, Sendable, CaseIterable {
    /// No scene has a view, so neither bridge nor plugins exist.
    /// Leaves to: `loading` (a scene's view is loaded).
    case absent
    /// A page is loading and has no listeners yet.
    /// Leaves to: `loaded`, `absent` (scene or process gone), `terminated`.
    case loading
    /// A page is loaded.
    /// Leaves to: `loading` (navigation, reload), `absent`, `terminated` (its process crashed or was killed).
    case loaded
    /// The page's process has ended and the page was not reloaded yet. Listeners of the old page are still registered,
    /// so events sent now are lost, even retained ones.
    /// Leaves to: `loading` (reload), `absent`.
    case terminated
}

/// An event of the web view or its page, from outside the app's native code.
public enum WebEvent: Hashable, Sendable {
    /// A connected scene loads its view: web view, bridge and plugins are made, and the page begins to load.
    case viewLoaded
    /// The scene and its view are removed.
    case viewUnloaded
    /// The page is loaded, and its script runs.
    case pageLoaded
    /// The page navigates away or is reloaded.
    case pageLeft
    /// The page's process crashed, or the system took its memory.
    case contentProcessTerminated
    /// The page adds or removes its listener for an event.
    case listenerAdded(TextID)
    case listenerRemoved(TextID)
    /// The page calls a plugin.
    case called(PluginCallID)
    /// The page begins to play or record.
    case mediaStarted
    /// The page, or its server, sets a cookie.
    case cookieSet(WebCookie)
}

/// A call by the app into the web view or the bridge.
public enum WebRequest: Hashable, Sendable {
    /// `notifyListeners(_:data:retainUntilConsumed:)`.
    case notify(PluginMessage, retained: Bool)
    /// A plugin's method returned, and the bridge's queue continues with the next call.
    case returned(PluginCallID)
    /// The app answers a call, on any queue and at any time.
    case resolve(PluginCallID)
    /// `reload()`. Capacitor calls it when it is told that the page's process has ended.
    case reload
}

/// An effect of a change of the web view or the bridge.
public enum WebEffect: Hashable, Sendable {
    /// The bridge calls a plugin's method on its queue.
    case perform(PluginCallID)
    /// The web view's delegate is told that the page's process has ended.
    case contentProcessTerminated
    /// The page receives an event.
    case received(PluginMessage)
    /// The page receives the answer to its call.
    case answered(PluginCallID)
    /// An event or an answer is lost.
    case lost(WebLoss)
    /// The page's sound and microphone stop or cannot start.
    case mediaStopped
}

/// The reason why an event or an answer did not reach a page.
public enum WebLoss: Hashable, Sendable {
    /// No bridge exists.
    case noBridge(PluginMessage)
    /// The event has no listener and was not to be retained.
    case noListener(PluginMessage)
    /// The listener belongs to a page that no longer exists.
    case deadPage(PluginMessage)
    /// The call belongs to a page that no longer exists.
    case deadCall(PluginCallID)
    /// The model keeps no more retained events.
    case tooManyRetained(PluginMessage)
}

/// An event from a plugin to the page.
public struct PluginMessage: Hashable, Sendable {
    /// The number of the event's name.
    public var event: TextID
    /// The number of the event's data.
    public var data: TextID

    public init(event: TextID, data: TextID) {
        self.event = event
        self.data = data
    }
}

/// The page's own number for one call of a plugin's method.
public struct PluginCallID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt32

    /// Makes an ID from a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A cookie of the web view.
public struct WebCookie: Hashable, Sendable {
    /// The number of the cookie's name.
    public let name: TextID
    /// The number of the cookie's value.
    public var value: TextID

    public init(name: TextID, value: TextID) {
        self.name = name
        self.value = value
    }
}
