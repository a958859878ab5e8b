/// The web view of one app, and Capacitor's bridge in it (C66, C79, C111, C112).
public struct WebBook: Hashable, Sendable {
    /// The most calls of a page that wait. It bounds the model.
    public static let waitingCountMax = 64
    /// The most cookies. It bounds the model.
    public static let cookieCountMax = 64

    public private(set) var view = WebView.absent
    /// The events the page listens to, in the order of their first listeners.
    public private(set) var listened: [TextID] = []
    /// Sent, and kept for the first listener.
    public private(set) var retained: [PluginMessage] = []
    /// The method that has the bridge's queue.
    public private(set) var performing: PluginCallID?
    /// Calls behind it, the oldest first.
    public private(set) var waiting: [PluginCallID] = []
    /// Calls of the present page that have no answer yet.
    public private(set) var unanswered: [PluginCallID] = []
    public private(set) var isPlayingMedia = false
    /// Whether a call's audio session is active.
    public private(set) var callHasAudio = false
    public private(set) var isForeground = false
    /// Whether the app's process is suspended, and hears nothing.
    public private(set) var isSuspended = false
    /// Whether the app has yet to hear that the page's process is gone.
    public private(set) var owesTermination = false
    /// By name. On disk: they outlive page and process.
    public private(set) var storedCookies: [WebCookie] = []
    private let policy: Constant<WebPolicy>

    public init(policy: WebPolicy) {
        self.policy = Constant(policy)
    }

    /// `httpCookieStore.getAllCookies` (C79). Nil when nothing will answer: no web view and so no process of WebKit's,
    /// or a phone that was never unlocked.
    public func cookies(lock: LockState) -> [WebCookie]? {
        guard FileProtection.untilFirstUnlock.isReachable(lock) else { return nil }
        return view == .absent && policy.value.cookiesNeedWebView ? nil : storedCookies
    }

    /// Something happens to web view or page.
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

    /// The app asks for something.
    public mutating func handle(_ request: WebRequest, into effects: inout [WebEffect]) {
        switch request {
        case .notify(let message, let isRetained): notify(message, isRetained, &effects)
        case .returned(let call): goOn(after: call, &effects)
        case .resolve(let call): answer(call, &effects)
        case .reload: if view != .absent { leavePage(&effects) }
        }
    }

    /// A call's audio session becomes active or no longer is (C66).
    public mutating func callAudioChanged(isActive: Bool, into effects: inout [WebEffect]) {
        callHasAudio = isActive
        if isActive { stopMedia(&effects) }
    }

    /// The app comes to the foreground or leaves it; a page's media does not go with it into the background.
    public mutating func foregroundChanged(isForeground: Bool, into effects: inout [WebEffect]) {
        self.isForeground = isForeground
        if !isForeground { stopMedia(&effects) }
    }

    /// The app is suspended, or runs again; it then hears what happened to its page.
    public mutating func suspensionChanged(isSuspended: Bool, into effects: inout [WebEffect]) {
        self.isSuspended = isSuspended
        if owesTermination { tellTermination(&effects) }
    }

    /// The app's process is gone, and everything but the cookies with it.
    public mutating func processEnded(into effects: inout [WebEffect]) {
        removeView(&effects)
        isForeground = false
        isSuspended = false
        callHasAudio = false
    }

    /// The app is deleted from the phone.
    public mutating func appDeleted(into effects: inout [WebEffect]) {
        processEnded(into: &effects)
        storedCookies.removeAll()
    }

    /// The bridge lives in the view: what it kept is gone with it.
    private mutating func removeView(_ effects: inout [WebEffect]) {
        stopMedia(&effects)
        view = .absent
        owesTermination = false
        listened.removeAll()
        retained.removeAll()
        performing = nil
        waiting.removeAll()
        unanswered.removeAll()
    }

    /// A navigation begins: listeners and open calls of the old page are forgotten, what is retained is not.
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
        tellTermination(&effects)
    }

    private mutating func tellTermination(_ effects: inout [WebEffect]) {
        owesTermination = isSuspended
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
        guard view == .loaded, waiting.count < WebBook.waitingCountMax,
            unanswered.count < WebBook.waitingCountMax, !unanswered.contains(call)
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
        guard storedCookies.count < WebBook.cookieCountMax else { return }
        storedCookies.insert(
            cookie, at: storedCookies.firstIndex { $0.name > cookie.name } ?? storedCookies.endIndex)
    }
}

/// The app's web view, as far as a page can be reached through it.
public enum WebView: String, Hashable, Sendable, CaseIterable {
    /// No scene has a view: neither bridge nor plugins exist.
    /// Leaves to: `loading` (a scene's view is loaded).
    case absent
    /// A page is coming; it has no listeners yet.
    /// Leaves to: `loaded`, `absent` (scene or process gone), `terminated`.
    case loading
    /// A page is there.
    /// Leaves to: `loading` (navigation, reload), `absent`, `terminated` (its process crashed or was killed).
    case loaded
    /// The page's process is gone and nobody has reloaded yet. Listeners of the old page are still registered: what is
    /// sent now is lost, retained or not.
    /// Leaves to: `loading` (reload), `absent`.
    case terminated
}

/// What happens to the web view and its page from outside the app's own code.
public enum WebEvent: Hashable, Sendable {
    /// A connected scene's view is loaded: web view, bridge and plugins are made, the page begins to load.
    case viewLoaded
    /// The scene is gone, and its view with it.
    case viewUnloaded
    /// The page is there, and its script runs.
    case pageLoaded
    /// The page goes elsewhere, or is loaded again.
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

/// What the app asks of web view and bridge.
public enum WebRequest: Hashable, Sendable {
    /// `notifyListeners(_:data:retainUntilConsumed:)`.
    case notify(PluginMessage, retained: Bool)
    /// A plugin's method returned to the bridge's queue, which goes on with the next call.
    case returned(PluginCallID)
    /// A call is answered, from whatever queue and whenever.
    case resolve(PluginCallID)
    /// `reload()`. Capacitor does it by itself when told that the page's process is gone.
    case reload
}

/// What follows for the device from something that happened to web view or bridge.
public enum WebEffect: Hashable, Sendable {
    /// A plugin's method is called, on the queue of the bridge.
    case perform(PluginCallID)
    /// The web view's delegate is told that the page's process is gone.
    case contentProcessTerminated
    /// The page gets an event.
    case received(PluginMessage)
    /// The page gets the answer to its call.
    case answered(PluginCallID)
    /// An event or an answer went nowhere.
    case lost(WebLoss)
    /// The page's sound and microphone stop, or do not begin.
    case mediaStopped
}

/// Why something did not reach a page.
public enum WebLoss: Hashable, Sendable {
    /// There is no bridge to send it through.
    case noBridge(PluginMessage)
    /// Nobody listens, and it was not to be retained.
    case noListener(PluginMessage)
    /// The listener belongs to a page that is gone.
    case deadPage(PluginMessage)
    /// The call is of a page that is gone.
    case deadCall(PluginCallID)
    /// More is retained than the model keeps.
    case tooManyRetained(PluginMessage)
}

/// An event from a plugin to the page.
public struct PluginMessage: Hashable, Sendable {
    public var event: TextID
    public var data: TextID

    public init(event: TextID, data: TextID) {
        self.event = event
        self.data = data
    }
}

/// The page's own name for one call of a plugin's method.
public struct PluginCallID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt32

    /// Names it by a number.
    public init(_ value: UInt32) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A cookie of the web view.
public struct WebCookie: Hashable, Sendable {
    public let name: TextID
    public var value: TextID

    public init(name: TextID, value: TextID) {
        self.name = name
        self.value = value
    }
}
