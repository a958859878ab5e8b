internal import DeviceModel
internal import DeviceRuntime
public import Foundation
// On Linux `HTTPCookie` has a module of its own, exported so that importing WebKit suffices as on Apple platforms.
@_exported public import FoundationNetworking

/// The cookies of the app's web views. In a launch without a scene no answer comes (C79).
///
/// Source: developer.apple.com/documentation/webkit/wkhttpcookiestore.
@MainActor
open class WKHTTPCookieStore: NSObject {
    private let part: WebPart?
    private var observers: [Observer] = []

    private struct Observer {
        weak var observer: (any WKHTTPCookieStoreObserver)?
    }

    init(part: WebPart?) {
        self.part = part
    }

    /// Reads all cookies. If no answer comes, the handler is never called.
    open func getAllCookies(_ completionHandler: @escaping @MainActor @Sendable ([HTTPCookie]) -> Void) {
        part?.process.record("WKHTTPCookieStore")
        guard let cookies else { return }
        Task { @MainActor in completionHandler(cookies) }
    }

    /// Reads all cookies. If no answer comes, this waits until the task is canceled and returns an empty array.
    open func allCookies() async -> [HTTPCookie] {
        part?.process.record("WKHTTPCookieStore")
        if let cookies { return cookies }
        let (never, feed) = AsyncStream.makeStream(of: Void.self)
        for await _ in never {}
        feed.finish()
        return []
    }

    /// Stores a cookie.
    open func setCookie(
        _ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil
    ) {
        part?.process.record("WKHTTPCookieStore")
        store(name: cookie.name, value: cookie.value)
        if let completionHandler { Task { @MainActor in completionHandler() } }
    }

    /// Stores a cookie.
    open func setCookie(_ cookie: HTTPCookie) async {
        part?.process.record("WKHTTPCookieStore")
        store(name: cookie.name, value: cookie.value)
    }

    /// Removes a cookie. It is stored with an empty value, as the model keeps only names and values.
    open func delete(_ cookie: HTTPCookie, completionHandler: (@MainActor @Sendable () -> Void)? = nil) {
        part?.process.record("WKHTTPCookieStore")
        store(name: cookie.name, value: "")
        if let completionHandler { Task { @MainActor in completionHandler() } }
    }

    /// Adds an observer of changes, which is held weakly.
    open func add(_ observer: any WKHTTPCookieStoreObserver) {
        part?.process.record("WKHTTPCookieStore")
        observers.append(Observer(observer: observer))
    }

    /// Removes an observer.
    open func remove(_ observer: any WKHTTPCookieStoreObserver) {
        part?.process.record("WKHTTPCookieStore")
        observers.removeAll { $0.observer == nil || $0.observer === observer }
    }

    private var cookies: [HTTPCookie]? {
        guard let kernel = part?.process.kernel, part?.process.isAlive == true, let stored = kernel.cookies else {
            return nil
        }
        let texts = kernel.texts { $0 }
        return stored.compactMap { cookie in
            let value = texts.text(cookie.value)
            guard !value.isEmpty else { return nil }
            return HTTPCookie(properties: [
                .name: texts.text(cookie.name), .value: value, .domain: "app.example", .path: "/",
            ])
        }
    }

    private func store(name: String, value: String) {
        guard let part, part.process.isAlive else { return }
        let cookie = part.process.kernel.texts { WebCookie(name: $0.text(name), value: $0.text(value)) }
        part.process.kernel.web(.cookieSet(cookie))
        let notified = observers.compactMap(\.observer)
        Task { @MainActor [self] in
            for observer in notified { observer.cookiesDidChange(in: self) }
        }
    }
}

/// Observes changes of cookies.
@MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
    /// A cookie changed.
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}

/// The data that the app's web views have stored.
///
/// Source: developer.apple.com/documentation/webkit/wkwebsitedatastore.
@MainActor
open class WKWebsiteDataStore: NSObject {
    private let part: WebPart?

    init(part: WebPart?) {
        self.part = part
    }

    /// The store on disk.
    open class func `default`() -> WKWebsiteDataStore {
        WKWebsiteDataStore(part: ProcessHandle.recording("WKWebsiteDataStore")?.part(WebPart.self))
    }

    /// The cookies of the store.
    open var httpCookieStore: WKHTTPCookieStore {
        part?.process.record("WKWebsiteDataStore")
        return part?.cookieStore ?? WKHTTPCookieStore(part: nil)
    }
}

/// WebKit's part in a process.
final class WebPart: FrameworkState {
    let process: ProcessHandle
    @MainActor private var madeStore: WKHTTPCookieStore?

    init(process: ProcessHandle) {
        self.process = process
    }

    @MainActor var cookieStore: WKHTTPCookieStore {
        if let madeStore { return madeStore }
        let fresh = WKHTTPCookieStore(part: self)
        madeStore = fresh
        return fresh
    }
}
