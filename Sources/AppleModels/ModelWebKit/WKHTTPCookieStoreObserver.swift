public import Foundation

/// Hears of changes of cookies.
@MainActor
public protocol WKHTTPCookieStoreObserver: NSObjectProtocol {
    /// Something changed.
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore)
}
