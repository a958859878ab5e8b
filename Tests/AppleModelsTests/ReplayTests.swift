import AVFAudio
import CallKit
import DeviceModel
import DeviceRuntime
import Foundation
import Network
import Security
import Synchronization
import Testing

/// The scenarios with which the models were first tried: twelve things that must come out of eight stories.
@MainActor
@Suite struct ReplayTests {
    @Test func `a cold launch on a locked phone rings at once and is answered without any scene`() async throws {
        let phone = ModelDevice.withCallApp()
        await phone.lock()
        await phone.push(.call(name: "Anna"))
        #expect(phone.moments.contains { $0.words == "rings: Anna" && $0.at == .zero }, "1: reported in the instant")
        await phone.answer()
        await phone.advance(by: .seconds(1))
        let heard = phone.callApp?.heard.filter { $0 != "begin" }
        #expect(heard?.suffix(2) == ["answer", "activate"], "2: answered, then activated")
        #expect(!phone.observations.contains { if case .process(.foreground, _) = $0 { true } else { false } })
    }

    @Test func `a password kept WhenUnlocked cannot be read for a call on a locked phone`() async {
        var statuses: [OSStatus] = []
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "sip",
            kSecReturnData as String: true,
        ]
        let phone = ModelDevice.withCallApp {
            $0.onPush = { app, payload in
                var item: CFTypeRef?
                statuses.append(SecItemCopyMatching(query as CFDictionary, &item))
                app.report(payload)
            }
        }
        await phone.openApp()
        let added = phone.asApp { () -> OSStatus in
            SecItemAdd(
                [
                    kSecClass as String: kSecClassGenericPassword, kSecAttrAccount as String: "sip",
                    kSecValueData as String: Data("x".utf8),
                ] as CFDictionary, nil)
        }
        #expect(added == errSecSuccess)
        await phone.forceQuit()
        await phone.lock()
        await phone.push(.call())
        #expect(statuses == [errSecInteractionNotAllowed], "3: −25308")
        await phone.unlock()
        await phone.push(.call())
        #expect(statuses.last == errSecSuccess, "4: and there again after unlocking")
    }

    @Test func `an async delegate is killed each time, and after three times no push comes any more`() async {
        let phone = ModelDevice(profile: .ios26) { _ in AsyncPushApp() }
        await phone.push(.call())
        #expect(phone.terminations.map(\.reason) == [.pushNotReported], "5: killed on return")
        for _ in 0..<4 { await phone.push(.call()) }
        #expect(phone.terminations.count == 3 && phone.isRevoked, "6: revoked")
    }

    @Test func `a second push of the same call rings once and violates nothing`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call(1))
        await phone.push(.call(1), after: .milliseconds(400))
        await phone.advance(by: .seconds(9))
        #expect(phone.moments.filter { $0.words.hasPrefix("rings") }.count == 1, "7: one call")
        #expect(phone.violations == 0 && phone.terminations.isEmpty, "8: both reported")
    }

    @Test func `an answer that is never completed times out and takes the call with it`() async {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(70))
        #expect(phone.callApp?.heard.contains("timed out") == true, "9: told")
        #expect(phone.screen.isEmpty)
    }

    @Test func `a session the app activates itself is never activated by the system`() async {
        let phone = ModelDevice.withCallApp {
            $0.onAction = { _, action in
                try? AVAudioSession.sharedInstance().setCategory(.playAndRecord, mode: .voiceChat)
                try? AVAudioSession.sharedInstance().setActive(true)
                action.fulfill()
            }
        }
        await phone.openApp()
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(5))
        #expect(phone.callApp?.heard.contains("activate") == false, "10: no didActivate")
        #expect(phone.hazards.contains(.selfActivatedAudio))
    }

    @Test func `in the background the app may not activate the session`() async {
        var code = 0
        let phone = ModelDevice.withCallApp {
            $0.onPush = { app, payload in
                app.report(payload)
                do { try AVAudioSession.sharedInstance().setActive(true) } catch { code = (error as NSError).code }
            }
        }
        await phone.lock()
        await phone.push(.call())
        #expect(code == AVAudioSession.ErrorCode.insufficientPriority.rawValue)
        #expect(code == 561_017_449)
    }

    @Test func `do not disturb refuses with 3, which counts as a report`() async {
        let phone = ModelDevice.withCallApp()
        await phone.filterCalls(.doNotDisturb)
        await phone.push(.call())
        await phone.advance(by: .seconds(8))
        #expect(phone.callApp?.reportErrors == ["com.apple.CallKit.error.incomingcall 3"], "11: refused")
        #expect(phone.terminations.isEmpty)
    }

    @Test func `a path monitor reports the first path and each change`() async {
        let seen = Mutex<[String]>([])
        let phone = ModelDevice(profile: .ios26) { _ in
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in
                seen.withLock { $0.append(path.usesInterfaceType(.wifi) ? "wifi" : "\(path.status)") }
            }
            monitor.start(queue: .main)
            return monitor
        }
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        await phone.network(.none)
        #expect(seen.withLock { $0 } == ["wifi", "unsatisfied"], "12")
    }
}
