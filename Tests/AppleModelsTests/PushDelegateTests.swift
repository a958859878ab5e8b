import DeviceModel
import DeviceRuntime
import Foundation
import PushKit
import Testing

@MainActor
@Suite struct PushDelegateTests {
    @Test func `C6: an async delegate has returned before its body runs, so its report is too late`() async {
        var bodiesRun = 0
        let phone = ModelDevice(profile: .ios26) { _ in AsyncPushApp { bodiesRun += 1 } }
        await phone.push(.call())
        #expect(phone.terminations.map(\.reason) == [.pushNotReported])
        #expect(bodiesRun == 1, "the dead process still ran it, and it had no effect")
        #expect(phone.screen.isEmpty)
    }

    @Test func `C8: after three violations no push starts the app, until it is installed anew`() async {
        let phone = ModelDevice(profile: .ios26) { _ in AsyncPushApp() }
        for _ in 0..<3 { await phone.push(.call()) }
        #expect(phone.isRevoked)
        await phone.push(.call())
        #expect(phone.terminations.count == 3, "the fourth push starts nothing")
        await phone.reinstall()
        await phone.openApp()
        #expect(!phone.isRevoked)
        await phone.push(.call())
        #expect(phone.terminations.last?.reason == .pushNotReported)
    }

    @Test func `C10: 26.4 calls the method with metadata instead of the old one, older systems the old one`() async {
        for (profile, words) in [(DeviceProfile.ios26p4, "mustReport true"), (.ios18, "classic")] {
            let phone = ModelDevice(profile: profile) { _ in MetadataPushApp() }
            await phone.push(.call())
            #expect((phone.app as? MetadataPushApp)?.heard == [words])
            #expect(phone.terminations.isEmpty)
        }
    }

    @Test func `C10: in the foreground a report is optional if the metadata say so`() async {
        let phone = ModelDevice(profile: .ios26p4) { _ in MetadataPushApp() }
        await phone.openApp()
        await phone.push(.call())
        #expect((phone.app as? MetadataPushApp)?.heard == ["mustReport false"])
        #expect(phone.terminations.isEmpty)
        #expect(phone.screen.isEmpty)
    }

    @Test func `C9, C10: a delegate without the new method is excused by nothing`() async {
        let phone = ModelDevice.withCallApp(.ios26p4) { $0.onPush = { _, _ in } }
        await phone.openApp()
        await phone.push(.call())
        #expect(phone.terminations.map(\.reason) == [.pushNotReported])
    }

    @Test func `C3: an app that makes no registry is killed seconds later`() async {
        let phone = ModelDevice(profile: .ios26) { _ in NSObject() }
        await phone.push(.call())
        #expect(phone.terminations.isEmpty)
        await phone.advance(by: .seconds(8))
        #expect(phone.terminations.map(\.reason) == [.pushNotReportedInTime])
        #expect(phone.terminations.map(\.at) == [.seconds(7)])
    }

    @Test func `pitfall 9: an app that blocks during launch is killed before it gets the push`() async {
        let phone = ModelDevice(profile: .ios26) { context in
            context.blocksMainThread(for: .seconds(9))
            return CallApp(context)
        }
        await phone.push(.call())
        await phone.advance(by: .seconds(10))
        #expect(phone.terminations.first?.reason == .pushNotReportedInTime)
        #expect(phone.screen.isEmpty)
    }

    @Test func `C14: a token comes at each launch and when it changes`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        #expect(phone.callApp?.heard.filter { $0.hasPrefix("token") } == ["token of 32 bytes"])
        let old = phone.callApp?.registry.pushToken(for: .voIP)
        await phone.changeToken()
        #expect(phone.callApp?.heard.filter { $0.hasPrefix("token") }.count == 2)
        #expect(phone.callApp?.registry.pushToken(for: .voIP) != old)
    }

    @Test func `C17: a payload reads as JSON does, numbers as numbers`() async {
        var seen: [AnyHashable: Any] = [:]
        let phone = ModelDevice.withCallApp {
            $0.onPush = { app, payload in
                seen = payload.dictionaryPayload
                app.report(.test(1))
            }
        }
        await phone.push(json: Data(#"{"video": 1, "aps": {"alert": "x"}, "list": [1, 2]}"#.utf8))
        #expect(seen["video"] as? Int == 1)
        #expect((seen["aps"] as? [String: Any])?["alert"] as? String == "x")
    }

    @Test func `a push that is not a JSON object never arrives`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(json: Data("[1]".utf8))
        await phone.push(json: Data([0xFF, 0x00]))
        #expect(phone.app == nil)
        #expect(phone.terminations.isEmpty)
    }

    @Test func `C7: a report from another queue than the push's is noted`() async {
        let phone = ModelDevice(profile: .ios26) { _ in
            QueueApp(hasProviderQueue: true, reportsOnPushQueue: false)
        }
        await phone.push(.call())
        #expect(phone.hazards == [.reportOffQueue])
        let other = ModelDevice(profile: .ios26) { _ in QueueApp(hasProviderQueue: true) }
        await other.push(.call())
        #expect(other.hazards.isEmpty)
    }
}
