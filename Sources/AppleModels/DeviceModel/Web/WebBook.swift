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
