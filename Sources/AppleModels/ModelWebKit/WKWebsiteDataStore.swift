internal import DeviceRuntime
public import Foundation

/// What web views of the app have stored.
///
/// Source: developer.apple.com/documentation/webkit/wkwebsitedatastore.
@MainActor
open class WKWebsiteDataStore: NSObject {
    private let part: WebPart?

    init(part: WebPart?) {
        self.part = part
    }

    /// The one on disk.
    open class func `default`() -> WKWebsiteDataStore {
        WKWebsiteDataStore(part: ProcessHandle.recording("WKWebsiteDataStore")?.part(WebPart.self))
    }

    /// Its cookies.
    open var httpCookieStore: WKHTTPCookieStore {
        part?.process.record("WKWebsiteDataStore")
        return part?.cookieStore ?? WKHTTPCookieStore(part: nil)
    }
}
