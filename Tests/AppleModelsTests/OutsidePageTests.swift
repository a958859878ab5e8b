import Capacitor
import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing

/// A page of the app's web view that a program outside plays.
@MainActor
@Suite struct OutsidePageTests {
    private final class Page: OutsidePage {
        private let told = Mutex<[String]>([])

        var all: [String] { told.withLock { $0 } }

        func received(_ event: String, data: String) { add("\(event) \(data)") }
        func ended(_ end: PageEnd) { add("\(end)") }

        func answered(_ callbackID: String, _ answer: PageAnswer) {
            switch answer {
            case .resolved(let data): add("\(callbackID) \(data)")
            case .rejected(let message, let code, _): add("\(callbackID) \(code ?? "") \(message)")
            }
        }

        private func add(_ words: String) { told.withLock { $0.append(words) } }
    }

    private let phone = ModelDevice(profile: .ios26) { _ in BridgeApp() }

    private var app: BridgeApp? { phone.app as? BridgeApp }

    @Test func `C111, C112: a page outside gets the answers to its calls and the events it listens to`() async {
        await phone.openApp()
        let page = Page()
        #expect(!phone.load(page), "there is no view yet")
        app?.loadView(in: phone)
        #expect(phone.load(page))
        app?.plugin.notifyListeners("ringing", data: ["call": 1])
        app?.plugin.notifyListeners("missed", data: ["call": 2], retainUntilConsumed: true)
        phone.pageListens(true, to: "ringing")
        phone.pageListens(true, to: "missed")
        await phone.settle()
        #expect(page.all == [#"missed {"call":2}"#])
        phone.pageBegins("Phone", "dial", json: Data(#"{"number":"+49301"}"#.utf8), as: "a")
        await phone.settle()
        phone.pageBegins("Phone", "unknown", json: Data("{}".utf8), as: "b")
        await phone.settle()
        phone.pageListens(false, to: "ringing")
        app?.plugin.notifyListeners("ringing", data: ["call": 3])
        await phone.settle()
        #expect(page.all.dropFirst() == [#"a {"call":7}"#, "b UNIMPLEMENTED not implemented"])
        #expect(phone.pageAnswer(to: "a") == nil, "what the page was told is not kept")
    }

    @Test func `a page is over when another is loaded, and with the process`() async {
        await phone.openApp()
        app?.loadView(in: phone)
        let (first, second) = (Page(), Page())
        _ = phone.load(first)
        phone.pageListens(true, to: "ringing")
        _ = phone.load(second)
        app?.plugin.notifyListeners("ringing", data: nil)
        await phone.settle()
        phone.leave(first)
        #expect(first.all == ["replaced"] && second.all.isEmpty, "its listeners are gone")
        await phone.kill()
        #expect(second.all == ["processEnded"])
    }

    @Test func `a page that was left gets nothing more, and its answer is lost`() async {
        await phone.openApp()
        app?.loadView(in: phone)
        let page = Page()
        _ = phone.load(page)
        phone.pageBegins("Phone", "dial", json: Data("{}".utf8), as: "a")
        phone.leave(page)
        await phone.settle()
        #expect(page.all.isEmpty)
        #expect(phone.moments.contains { $0.words == "lost on the way to the page: an answer, the page is gone" })
    }
}
