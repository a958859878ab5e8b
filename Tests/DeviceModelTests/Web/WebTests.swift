import DeviceModel
import Testing

struct WebTests {
    private let ringing = PluginMessage(event: TextID(1), data: TextID(2))

    @Test(.proves(.c111)) func `an event without a listener is dropped`() {
        var page = Page.loaded()
        #expect(page.request(.notify(ringing, retained: false)) == [.lost(.noListener(ringing))])
        #expect(page.world(.listenerAdded(ringing.event)).isEmpty)
    }

    @Test(.proves(.c111)) func `a retained event waits for the first listener and comes once`() {
        var page = Page.loaded()
        #expect(page.request(.notify(ringing, retained: true)).isEmpty)
        #expect(page.world(.listenerAdded(ringing.event)) == [.received(ringing)])
        #expect(page.book.retained.isEmpty)
        #expect(page.request(.notify(ringing, retained: true)) == [.received(ringing)])
    }

    @Test(.proves(.c111)) func `the bridge is missing until a scene has a view, and retained events do not help`() {
        var page = Page()
        #expect(page.request(.notify(ringing, retained: true)) == [.lost(.noBridge(ringing))])
        _ = page.world(.viewLoaded)
        _ = page.world(.pageLoaded)
        #expect(page.world(.listenerAdded(ringing.event)).isEmpty)
    }

    @Test(.proves(.c111)) func `even retained events are lost on a crashed page's listeners`() {
        var page = Page.loaded()
        _ = page.world(.listenerAdded(ringing.event))
        #expect(page.world(.contentProcessTerminated) == [.contentProcessTerminated])
        #expect(page.request(.notify(ringing, retained: true)) == [.lost(.deadPage(ringing))])
    }

    @Test(.proves(.c111)) func `after a reload retained events wait for the new page's listener`() {
        var page = Page.loaded()
        _ = page.world(.listenerAdded(ringing.event))
        _ = page.world(.contentProcessTerminated)
        _ = page.request(.reload)
        #expect(page.request(.notify(ringing, retained: true)).isEmpty)
        _ = page.world(.pageLoaded)
        #expect(page.world(.listenerAdded(ringing.event)) == [.received(ringing)])
    }

    @Test func `the death of a page during suspension is reported once when the app resumes`() {
        var page = Page.loaded()
        #expect(page.suspension(true).isEmpty)
        #expect(page.world(.contentProcessTerminated).isEmpty)
        #expect(page.suspension(false) == [.contentProcessTerminated])
        #expect(page.suspension(false).isEmpty)
    }

    @Test(.proves(.c112)) func `one call that blocks the queue blocks those behind it`() {
        var page = Page.loaded()
        let calls = (1...3).map { PluginCallID($0) }
        #expect(page.world(.called(calls[0])) == [.perform(calls[0])])
        #expect(page.world(.called(calls[1])).isEmpty)
        #expect(page.world(.called(calls[2])).isEmpty)
        #expect(page.request(.resolve(calls[0])) == [.answered(calls[0])])
        #expect(page.request(.returned(calls[0])) == [.perform(calls[1])])
        #expect(page.request(.returned(calls[0])).isEmpty)
        #expect(page.request(.returned(calls[1])) == [.perform(calls[2])])
    }

    @Test(.proves(.c112)) func `a call may be answered long after its method returned, once`() {
        var page = Page.loaded()
        let call = PluginCallID(1)
        _ = page.world(.called(call))
        _ = page.request(.returned(call))
        #expect(page.request(.resolve(call)) == [.answered(call)])
        #expect(page.request(.resolve(call)) == [.lost(.deadCall(call))])
    }

    @Test func `the answer to a call of a page that was left is lost`() {
        var page = Page.loaded()
        let call = PluginCallID(1)
        _ = page.world(.called(call))
        _ = page.world(.pageLeft)
        _ = page.world(.pageLoaded)
        #expect(page.request(.resolve(call)) == [.lost(.deadCall(call))])
    }

    @Test(.proves(.c79)) func `cookies are out of reach without a web view`() {
        var page = Page()
        #expect(page.book.cookies(lock: .unlocked) == nil)
        _ = page.world(.viewLoaded)
        #expect(page.book.cookies(lock: .unlocked) == [])
    }

    @Test(.proves(.c79)) func `cookies outlive the process and cannot be read in its next background launch`() {
        var page = Page.loaded()
        let session = WebCookie(name: TextID(1), value: TextID(2))
        _ = page.world(.cookieSet(session))
        #expect(page.book.cookies(lock: .locked) == [session])
        #expect(page.book.cookies(lock: .beforeFirstUnlock) == nil)
        page.end()
        #expect(page.book.storedCookies == [session])
        #expect(page.book.cookies(lock: .locked) == nil)
    }

    @Test(.proves(.c66)) func `web media stops when the call's audio session becomes active`() {
        var page = Page.loaded()
        #expect(page.world(.mediaStarted).isEmpty)
        #expect(page.callAudio(isActive: true) == [.mediaStopped])
        #expect(page.world(.mediaStarted) == [.mediaStopped])
        _ = page.callAudio(isActive: false)
        #expect(page.world(.mediaStarted).isEmpty)
        #expect(page.book.isPlayingMedia)
    }

    @Test(.proves(.c66)) func `web media is for the foreground`() {
        var page = Page.loaded()
        _ = page.world(.mediaStarted)
        #expect(page.foreground(false) == [.mediaStopped])
        #expect(page.world(.mediaStarted) == [.mediaStopped])
    }

    @Test func `retained events are bounded`() {
        var page = Page.loaded()
        for _ in 0..<WebPolicy().retainedCountMax { _ = page.request(.notify(ringing, retained: true)) }
        #expect(page.request(.notify(ringing, retained: true)) == [.lost(.tooManyRetained(ringing))])
    }
}

/// The web state with its effects as return values.
private struct Page {
    var book = WebViewState(policy: WebPolicy())

    static func loaded() -> Page {
        var page = Page()
        _ = page.foreground(true)
        _ = page.world(.viewLoaded)
        _ = page.world(.pageLoaded)
        return page
    }

    mutating func request(_ request: WebRequest) -> [WebEffect] {
        var effects: [WebEffect] = []
        book.handle(request, into: &effects)
        return effects
    }

    mutating func world(_ event: WebEvent) -> [WebEffect] {
        var effects: [WebEffect] = []
        book.handle(event, into: &effects)
        return effects
    }

    mutating func callAudio(isActive: Bool) -> [WebEffect] {
        var effects: [WebEffect] = []
        book.callAudioChanged(isActive: isActive, into: &effects)
        return effects
    }

    mutating func foreground(_ isForeground: Bool) -> [WebEffect] {
        var effects: [WebEffect] = []
        book.foregroundChanged(isForeground: isForeground, into: &effects)
        return effects
    }

    mutating func suspension(_ isSuspended: Bool) -> [WebEffect] {
        var effects: [WebEffect] = []
        book.suspensionChanged(isSuspended: isSuspended, into: &effects)
        return effects
    }

    mutating func end() {
        var effects: [WebEffect] = []
        book.processEnded(into: &effects)
    }
}
