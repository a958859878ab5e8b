internal import DeviceModel
internal import DeviceRuntime

/// WebKit's part in a process.
final class WebPart: ProcessPart {
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
