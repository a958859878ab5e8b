import Capacitor
import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing
import WebKit

@MainActor
@Suite struct BridgeTests {
    private let phone = ModelDevice(profile: .ios26) { _ in BridgeApp() }

    private var app: BridgeApp? { phone.app as? BridgeApp }

    private func openPage() async {
        await phone.openApp()
        app?.loadView(in: phone)
        await phone.web(.pageLoaded)
    }

    @Test func `C111: an event without a listener is lost, unless it is retained`() async {
        await openPage()
        app?.plugin.notifyListeners("ringing", data: ["call": 1])
        app?.plugin.notifyListeners("missed", data: ["call": 2], retainUntilConsumed: true)
        #expect(app?.plugin.hasListeners("missed") == false)
        await phone.pageListens(to: "ringing")
        await phone.pageListens(to: "missed")
        #expect(phone.pageReceived.map(\.event) == ["missed"])
        #expect(phone.pageReceived.map(\.data) == [#"{"call":2}"#])
        #expect(phone.moments.contains { $0.words == "lost on the way to the page: an event, there is no listener" })
    }

    @Test func `C111: the bridge is missing until a view is loaded`() async {
        await phone.push(["x": 1])
        await phone.openApp()
        phone.asApp { CAPPlugin().notifyListeners("ringing", data: nil, retainUntilConsumed: true) }
        #expect(phone.moments.contains { $0.words == "lost on the way to the page: an event, there is no bridge" })
    }

    @Test func `C112: methods run one after another on the bridge's queue, not on main`() async throws {
        await openPage()
        await phone.pageCalls("Phone", "dial", ["number": "+49301"], as: "1")
        await phone.pageCalls("Phone", "later", as: "2")
        await phone.pageCalls("Phone", "unknown", as: "3")
        #expect(app?.plugin.heard.withLock { $0 } == ["dial +49301 on another queue", "later on another queue"])
        guard case .resolved(let data)? = phone.pageAnswer(to: "1") else {
            Issue.record("no answer")
            return
        }
        #expect(data["call"] as? Int == 7)
        #expect(phone.pageAnswer(to: "2") == nil)
        guard case .rejected(_, let code, _)? = phone.pageAnswer(to: "3") else {
            Issue.record("no answer")
            return
        }
        #expect(code == "UNIMPLEMENTED")
    }

    @Test func `C79: without a web view no answer about cookies comes`() async throws {
        let asked = Mutex<[Int]>([])
        await phone.openApp()
        phone.asApp {
            WKWebsiteDataStore.default().httpCookieStore.getAllCookies { cookies in
                asked.withLock { $0.append(cookies.count) }
            }
        }
        await phone.settle()
        #expect(asked.withLock { $0 } == [])
        app?.loadView(in: phone)
        await phone.web(.pageLoaded)
        let cookie = try #require(
            HTTPCookie(properties: [.name: "session", .value: "s", .domain: "app.example", .path: "/"]))
        phone.asApp {
            WKWebsiteDataStore.default().httpCookieStore.setCookie(cookie)
            WKWebsiteDataStore.default().httpCookieStore.getAllCookies { cookies in
                asked.withLock { $0.append(cookies.count) }
            }
        }
        await phone.settle()
        #expect(asked.withLock { $0 } == [1])
    }
}
