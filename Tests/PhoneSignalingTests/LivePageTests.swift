import DeviceRuntime
import Foundation
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneExchange
import Redaction
import Synchronization
import Testing
import WireJSON

/// The script of an app's page at the other end of a wire, and the whole app with its plugin at this one.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LivePageTests {
    /// A page, and the messages to it.
    private struct Script {
        private final class Box: Sendable {
            let outputs = Mutex<[LivePage.Output]>([])
        }

        let page: LivePage
        private let box: Box

        init() {
            let box = Box()
            page = LivePage { output in box.outputs.withLock { $0.append(output) } }
            self.box = box
        }

        private var outputs: [LivePage.Output] { box.outputs.withLock { $0 } }
        var sent: [String] { outputs.compactMap { if case .send(let text) = $0 { text } else { nil } } }
        var isClosed: Bool { outputs.last == .close }
    }

    /// With a phone whose exchange is not there.
    private func play(showsPage: Bool = true, _ body: (LivePhone) async throws -> Void) async throws {
        let api = try #require(URL(string: "http://127.0.0.1:9/"))
        let settings = ExchangeSettings(api: api, socket: "ws://127.0.0.1:9/", topic: "com.example.phone.voip") {
            ExchangeInstallation(id: "installation-of-bob", deviceName: "Phone")
        }
        let engine = try NativeMediaEngine()
        defer { engine.close() }
        var options = LivePhone.Options.unhurried
        options.showsPage = showsPage
        let phone = LivePhone(
            engine: engine, microphone: ToneGenerator(frequency: 440), speaker: ToneMeter([880]), exchange: settings,
            options: options)
        await phone.device.openApp()
        try await body(phone)
        await phone.discard()
    }

    @Test func `a page calls the methods of the plugin's table, and gets the plugin's events`() async throws {
        try await play { phone in
            #expect(phone.pluginMethods == BridgeMethod.allCases.map(\.rawValue))
            let script = Script()
            let running = Task { await script.page.run(on: phone) }
            script.page.receive(#"{"listen":"signInFailed"}"#)
            script.page.receive(#"{"id":1,"method":"getDeviceId","options":{}}"#)
            script.page.receive(#"{"id":2,"method":"signInWithApple"}"#)
            script.page.receive(#"{"id":3,"method":"setMute","options":{"muted":"yes"}}"#)
            let isAnswered = try await phone.passes { script.sent.count == 4 }
            try #require(isAnswered, "\(script.sent)")
            let event = try #require(script.sent.first { $0.contains("event") })
            #expect(event.hasPrefix(#"{"event":"signInFailed","data":{"#) && event.contains(#""reason":"notOnScreen""#))
            #expect(script.sent.contains(#"{"id":1,"result":{"deviceId":"installation-of-bob"}}"#))
            #expect(script.sent.contains(#"{"id":2,"error":{"message":"refused: notOnScreen","code":"refused"}}"#))
            #expect(script.sent.contains(#"{"id":3,"error":{"message":"wrongType: muted","code":"wrongType"}}"#))
            script.page.socketClosed()
            await running.value
        }
    }

    @Test func `the page ends with the app's process, and the next process loads another`() async throws {
        try await play { phone in
            let first = Script()
            let running = Task { await first.page.run(on: phone) }
            first.page.receive(#"{"id":1,"method":"getDeviceId"}"#)
            let isFirstAnswered = try await phone.passes { first.sent.count == 1 }
            #expect(isFirstAnswered)
            await phone.device.kill()
            await running.value
            #expect(first.sent.last?.contains("the app's process has ended") == true && first.isClosed)
            let early = Script()
            await early.page.run(on: phone)
            #expect(early.sent == [#"{"end":"the app shows no page now"}"#] && early.isClosed)
            await phone.device.openApp()
            let second = Script()
            let going = Task { await second.page.run(on: phone) }
            second.page.receive(#"{"id":1,"method":"getDeviceId"}"#)
            let isSecondAnswered = try await phone.passes { second.sent.count == 1 }
            #expect(isSecondAnswered)
            let third = Script()
            let last = Task { await third.page.run(on: phone) }
            await going.value
            #expect(second.sent.last?.contains("another page was loaded") == true)
            third.page.socketClosed()
            await last.value
        }
    }

    @Test func `an app without a page loads none`() async throws {
        try await play(showsPage: false) { phone in
            let script = Script()
            await script.page.run(on: phone)
            #expect(script.isClosed && phone.pluginMethods == nil)
        }
    }
}
