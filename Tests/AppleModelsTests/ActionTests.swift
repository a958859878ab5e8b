import CallKit
import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing

@MainActor
@Suite struct ActionTests {
    @Test func `C40: an action counts once, whatever is said after`() async throws {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call())
        await phone.answer()
        let action = try #require(phone.callApp?.actions.first)
        action.fulfill()
        action.fail()
        await phone.settle()
        #expect(action.isComplete)
        #expect(phone.screen.map(\.stage) == [.connected])
        #expect(phone.hazards.isEmpty, "the object itself ignores the second word")
    }

    @Test func `C40: an action that no provider was handed completes nothing`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call())
        let own = phone.asApp { CXAnswerCallAction(call: .test(1)) }
        own?.fulfill()
        await phone.settle()
        #expect(own?.isComplete == false)
        #expect(phone.screen.map(\.stage) == [.ringing])
    }

    @Test func `C41: an answer left pending shows connecting until it is fulfilled`() async {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(4))
        #expect(phone.screen.map(\.stage) == [.connecting])
        phone.callApp?.actions.first?.fulfill()
        await phone.settle()
        #expect(phone.screen.map(\.stage) == [.connected])
    }

    @Test func `C42, C43: an answer that is never completed times out after a minute`() async {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call())
        await phone.answer()
        let timeout = phone.callApp?.actions.first?.timeoutDate
        #expect(timeout?.timeIntervalSince(phone.kernel.date(at: phone.now)) == 60)
        await phone.advance(by: .seconds(61))
        #expect(phone.callApp?.heard.contains("timed out") == true)
        #expect(phone.screen.isEmpty)
    }

    @Test func `C42: an action that timed out is over, whatever the app does with it later`() async throws {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call(1))
        await phone.answer()
        await phone.advance(by: .seconds(61))
        let stale = try #require(phone.callApp?.actions.first)
        await phone.push(.call(2))
        await phone.answer()
        stale.fulfill()
        await phone.settle()
        #expect(phone.screen.map(\.stage) == [.connecting])
    }

    @Test func `the screen names the handle that is dialed before the app has done anything`() async {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.openApp()
        phone.asApp {
            let start = CXStartCallAction(call: .test(1), handle: CXHandle(type: .generic, value: "carol"))
            CXCallController().request(CXTransaction(action: start)) { _ in }
        }
        await phone.settle()
        #expect(phone.screen.map(\.stage) == [.connecting])
        #expect(phone.screen.map(\.name) == ["carol"])
    }

    @Test func `C24: after a reset no action of before means anything`() async throws {
        let phone = ModelDevice.withCallApp { $0.onAction = { _, _ in } }
        await phone.push(.call(1))
        await phone.answer()
        await phone.restartCallServices()
        await phone.push(.call(2))
        await phone.answer()
        phone.callApp?.actions.first?.fulfill()
        await phone.settle()
        #expect(phone.screen.map(\.stage) == [.connecting])
    }

    @Test func `C43: the time-out of an action of one's own stands when it is made`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        let action = phone.asApp { CXEndCallAction(call: .test(1)) }
        #expect(action?.timeoutDate.timeIntervalSince(phone.kernel.date(at: phone.now)) == 5)
    }

    @Test func `C45: an action whose method is missing fails`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call())
        await phone.answer()
        await phone.type(digits: "5")
        #expect(phone.callApp?.heard.contains("timed out") == false)
        #expect(phone.machine.calls.actions.isEmpty, "the system waits for nothing")
        #expect(phone.screen.map(\.stage) == [.connected])
    }

    @Test func `C46: a request's completion reports acceptance, off the main queue unless one is given`() async throws {
        let phone = ModelDevice(profile: .ios26) { _ in QueueApp(hasProviderQueue: true) }
        await phone.push(.call())
        let app = try #require(phone.app as? QueueApp)
        phone.asApp {
            app.controller.request(CXTransaction(action: CXEndCallAction(call: .test(1)))) { _ in app.note("own") }
            CXCallController(queue: .main).request(CXTransaction(action: CXEndCallAction(call: .test(7)))) { error in
                app.note("refused \((error as NSError?)?.code ?? 0)")
            }
        }
        await phone.settle()
        let heard = app.heard.withLock { $0 }
        #expect(heard.contains("own on framework"))
        #expect(heard.contains("refused 4 on main"))
    }

    @Test func `C47: a request before the app has a provider is refused`() async {
        let phone = ModelDevice(profile: .ios26) { _ in NSObject() }
        await phone.openApp()
        let codes = Mutex<[Int]>([])
        phone.asApp {
            let start = CXStartCallAction(call: .test(1), handle: CXHandle(type: .generic, value: "x"))
            CXCallController().request(CXTransaction(action: start)) { error in
                codes.withLock { $0.append((error as NSError?)?.code ?? 0) }
            }
        }
        await phone.settle()
        #expect(codes.withLock { $0 } == [2])
    }

    @Test func `an action of the app comes back to its delegate under its own UUID`() async throws {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        let app = try #require(phone.callApp)
        let start = try #require(
            phone.asApp {
                CXStartCallAction(call: .test(3), handle: CXHandle(type: .phoneNumber, value: "+49301"))
            })
        start.isVideo = true
        app.controller.request(CXTransaction(action: start)) { _ in }
        await phone.settle()
        let handed = try #require(app.actions.first as? CXStartCallAction)
        #expect(handed.uuid == start.uuid)
        #expect(handed !== start)
        #expect(handed.handle.value == "+49301")
        #expect(handed.isVideo)
        #expect(phone.screen.map(\.stage) == [.connecting])
        app.provider.reportOutgoingCall(with: .test(3), startedConnectingAt: nil)
        app.provider.reportOutgoingCall(with: .test(3), connectedAt: nil)
        await phone.settle()
        #expect(phone.screen.map(\.stage) == [.connected])
    }

    @Test func `a completion and the action it goes before may change places, as the seed decides`() async {
        var orders: Set<[String]> = []
        for seed in 0..<12 {
            let phone = ModelDevice.withCallApp(seed: UInt64(seed))
            await phone.openApp()
            let order = Mutex<[String]>([])
            phone.callApp?.onAction = { _, action in
                order.withLock { $0.append("action") }
                action.fulfill()
            }
            phone.asApp {
                let start = CXStartCallAction(call: .test(1), handle: CXHandle(type: .generic, value: "x"))
                phone.callApp?.controller.request(CXTransaction(action: start)) { _ in
                    order.withLock { $0.append("accepted") }
                }
            }
            await phone.settle()
            orders.insert(order.withLock { $0 })
        }
        #expect(orders == [["action", "accepted"], ["accepted", "action"]])
    }

    @Test func `C50: End and Accept comes as two actions for two calls`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call(1))
        await phone.answer()
        await phone.push(.call(2))
        await phone.endAndAccept()
        let actions = phone.callApp?.actions.compactMap { $0 as? CXCallAction }.suffix(2) ?? []
        #expect(Set(actions.map(\.callUUID)) == [.test(1), .test(2)])
        #expect(phone.screen.map(\.id) == [.test(2)])
        #expect(phone.screen.map(\.stage) == [.connected])
    }

    @Test func `a call observer sees every call`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call(1))
        let cellular = await phone.cellularCall()
        let seen = phone.callApp?.controller.callObserver.calls.map(\.uuid) ?? []
        #expect(seen.contains(.test(1)))
        #expect(seen.contains(cellular))
    }
}
