import AVFAudio
import CallKit
import DeviceModel
import DeviceRuntime
import Foundation
import Security
import Synchronization
import Testing
import UIKit

@MainActor
@Suite struct ProcessTests {
    @Test func `calls by a process that has ended have no effect`() async throws {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call())
        await phone.answer()
        let dead = try #require(phone.callApp)
        await phone.kill()
        #expect(phone.app == nil)
        await phone.push(.call(2))
        let screen = phone.screen
        dead.actions.first?.fulfill()
        dead.report(.test(3))
        dead.provider.reportCall(with: .test(2), endedAt: nil, reason: .failed)
        await phone.settle()
        #expect(phone.screen == screen)
        #expect(dead.controller.callObserver.calls.isEmpty)
        #expect(phone.callApp !== dead)
    }

    @Test func `a task of a dead process wakes canceled, and touches its own dead objects`() async {
        let woken = Mutex<[String]>([])
        let phone = ModelDevice(profile: .ios26) { context in
            Task { @MainActor in
                do {
                    try await context.clock.sleep(for: .seconds(10))
                    woken.withLock { $0.append("slept") }
                } catch {
                    let status = SecItemAdd([kSecClass: kSecClassGenericPassword], nil)
                    woken.withLock { $0.append("cancelled, keychain says \(status)") }
                }
            }
            return NSObject()
        }
        await phone.openApp()
        await phone.advance(by: .seconds(3))
        await phone.kill()
        #expect(woken.withLock { $0 } == ["cancelled, keychain says \(errSecNotAvailable)"])
        #expect(phone.keychain.items.isEmpty)
    }

    @Test func `a task that awaits the system is canceled when its process ends`() async throws {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        let app = try #require(phone.callApp)
        let woken = Mutex<[String]>([])
        phone.asApp {
            app.provider.reportNewIncomingCall(with: .test(2), update: CXCallUpdate()) { _ in
                woken.withLock { $0.append("completed") }
            }
            Task { @MainActor in
                do {
                    try await app.provider.reportNewIncomingCall(with: .test(1), update: CXCallUpdate())
                } catch {
                    woken.withLock { $0.append("\(type(of: error))") }
                }
            }
        }
        await phone.settle()
        await phone.kill()
        await phone.advance(by: .seconds(1))
        #expect(woken.withLock { $0 } == ["CancellationError"])
    }

    @Test func `work that hops between threads is waited for`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        for call in UInt8(1)...20 {
            phone.asApp {
                let app = phone.callApp
                Task {
                    // on purpose: the test waits for the hops
                    for _ in 0..<8 { await Task.detached { await Task.yield() }.value }
                    await MainActor.run { app?.provider.reportCall(with: .test(call), endedAt: nil, reason: .failed) }
                    await MainActor.run { app?.heard.append("done \(call)") }
                }
            }
            await phone.settle()
            #expect(phone.callApp?.heard.last == "done \(call)")
        }
    }

    @Test func `tasks sleep on the phone's time, in the order they are due`() async {
        let woken = Mutex<[Int]>([])
        let phone = ModelDevice(profile: .ios26) { context in
            for seconds in [3, 1, 2] {
                Task { @MainActor in
                    try await context.clock.sleep(for: .seconds(seconds))
                    woken.withLock { $0.append(seconds) }
                }
            }
            return NSObject()
        }
        await phone.openApp()
        await phone.advance(by: .milliseconds(2500))
        #expect(woken.withLock { $0 } == [1, 2])
        #expect(phone.now == .milliseconds(2500))
    }

    @Test func `C71: a suspended process runs no timers; they ring when it runs again`() async {
        let woken = Mutex(0)
        let phone = ModelDevice(profile: .ios26) { context in
            Task { @MainActor in
                try await context.clock.sleep(for: .seconds(60))
                woken.withLock { $0 += 1 }
            }
            return NSObject()
        }
        await phone.openApp()
        await phone.leaveApp()
        await phone.advance(by: .seconds(120))
        #expect(phone.life == .suspended)
        #expect(woken.withLock { $0 } == 0)
        await phone.openApp()
        #expect(woken.withLock { $0 } == 1)
    }

    @Test func `C71: a background task that is not ended costs the process its life`() async {
        let expired = Mutex(0)
        let phone = ModelDevice(profile: .ios26) { _ in NSObject() }
        await phone.openApp()
        let task = phone.asApp {
            UIApplication.shared.beginBackgroundTask(withName: "leave") { expired.withLock { $0 += 1 } }
        }
        #expect(task != .invalid)
        await phone.leaveApp()
        await phone.advance(by: .seconds(60))
        #expect(expired.withLock { $0 } == 1)
        #expect(phone.terminations.map(\.reason) == [.backgroundTimeExceeded])
    }

    @Test func `each life of the process has its own composition root and its own session`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        let first = phone.asApp { AVAudioSession.sharedInstance() }
        let again = phone.asApp { AVAudioSession.sharedInstance() }
        #expect(first === again)
        await phone.forceQuit()
        #expect(phone.app == nil)
        await phone.openApp()
        let second = phone.asApp { AVAudioSession.sharedInstance() }
        #expect(first !== second)
    }

    @Test func `two phones in one test do not influence each other`() async {
        let one = ModelDevice.withCallApp(seed: 1)
        let other = ModelDevice.withCallApp(seed: 2)
        async let first: Void = one.push(.call(1, name: "One")).ignore
        async let second: Void = other.push(.call(2, name: "Other")).ignore
        _ = await (first, second)
        #expect(one.screen.map(\.name) == ["One"])
        #expect(other.screen.map(\.name) == ["Other"])
        #expect(ModelDevice.current == nil || ModelDevice.current !== one)
        #expect(one.asApp { ModelDevice.current === one } == true)
    }

    @Test func `the same seed gives the same moments`() async {
        func run(_ seed: UInt64) async -> [Moment] {
            let phone = ModelDevice.withCallApp(seed: seed)
            await phone.lock()
            await phone.push(.call(name: "Anna"), after: .seconds(1))
            await phone.advance(by: .seconds(2))
            await phone.answer()
            await phone.advance(by: .seconds(9))
            await phone.endCall()
            await phone.advance(by: .seconds(30))
            return phone.moments
        }
        let first = await run(5)
        #expect(await run(5) == first)
        #expect(first.contains { $0.words == "rings: Anna" && $0.at == .seconds(1) })
    }
}

extension VoIPPushID {
    fileprivate var ignore: Void { () }
}
