import AVFAudio
import CallKit
import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing

@MainActor
@Suite struct ProviderTests {
    @Test func `C20: a second provider takes the calls away from the first`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        _ = phone.asApp { CXProvider(configuration: CXProviderConfiguration()) }
        await phone.settle()
        #expect(phone.hazards == [.secondProvider])
    }

    @Test func `C21: the provider begins by itself, after its delegate was set`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        #expect(phone.callApp?.heard.contains("begin") == false)
        await phone.advance(by: .seconds(1))
        #expect(phone.callApp?.heard.contains("begin") == true)
    }

    @Test func `C21: a provider without a delegate begins unheard`() async {
        let phone = ModelDevice(profile: .ios26) { _ in LateDelegateApp() }
        await phone.openApp()
        await phone.advance(by: .seconds(1))
        let app = phone.app as? LateDelegateApp
        app?.setDelegate()
        await phone.advance(by: .seconds(1))
        #expect(app?.heard == [])
    }

    @Test func `C23: without a queue the delegate is called on main, the report's completion is not`() async {
        let phone = ModelDevice(profile: .ios26) { _ in QueueApp(hasProviderQueue: false) }
        await phone.push(.call())
        await phone.advance(by: .seconds(1))
        await phone.answer()
        #expect(received(phone) == ["push on pushes", "reported on framework", "answer on main"])
    }

    @Test func `C23: with a queue both are called there`() async {
        let phone = ModelDevice(profile: .ios26) { _ in QueueApp(hasProviderQueue: true) }
        await phone.push(.call())
        await phone.advance(by: .seconds(1))
        await phone.answer()
        #expect(received(phone) == ["push on pushes", "reported on calls", "answer on calls"])
    }

    @Test func `C24: when the system resets, all calls are gone`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call())
        await phone.answer()
        await phone.restartCallServices()
        #expect(phone.callApp?.heard.contains("reset") == true)
        #expect(phone.screen.isEmpty)
    }

    @Test func `C24: an invalidated provider gets no more callbacks, as documented`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call())
        phone.callApp?.provider.invalidate()
        await phone.advance(by: .seconds(5))
        #expect(phone.screen.isEmpty)
        #expect(phone.callApp?.heard.contains("reset") == false)
    }

    @Test func `C25, C11: a UUID that is live is refused with 2, and the refusal is a report`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call(1))
        await phone.push(.call(1))
        await phone.advance(by: .seconds(1))
        #expect(phone.callApp?.reportErrors == ["accepted", "com.apple.CallKit.error.incomingcall 2"])
        #expect(phone.screen.count == 1)
        #expect(phone.terminations.isEmpty)
    }

    @Test func `C31: an update changes only the properties that it sets`() async {
        let phone = ModelDevice.withCallApp()
        await phone.push(.call(name: "Anna"))
        let update = CXCallUpdate()
        update.hasVideo = false
        update.remoteHandle = CXHandle(type: .phoneNumber, value: "+49301")
        phone.callApp?.provider.reportCall(with: .test(1), updated: update)
        await phone.settle()
        #expect(phone.screen.map(\.name) == ["Anna"])
        let name = CXCallUpdate()
        name.localizedCallerName = "Anna of Berlin"
        phone.callApp?.provider.reportCall(with: .test(1), updated: name)
        await phone.settle()
        #expect(phone.screen.map(\.name) == ["Anna of Berlin"])
    }

    @Test func `an update of an unknown call is ignored`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        phone.callApp?.provider.reportCall(with: .test(9), updated: CXCallUpdate())
        phone.callApp?.provider.reportCall(with: .test(9), endedAt: nil, reason: .failed)
        await phone.settle()
        #expect(phone.screen.isEmpty)
    }

    @Test func `a configuration is copied in and out`() async {
        let phone = ModelDevice.withCallApp()
        await phone.openApp()
        let copy = phone.callApp?.provider.configuration
        copy?.maximumCallGroups = 7
        #expect(phone.callApp?.provider.configuration.maximumCallGroups == 2)
        #expect(copy?.maximumCallsPerCallGroup == 5)
    }

    @Test func `the async form of a report throws the error that the completion gets`() async throws {
        let phone = ModelDevice.withCallApp()
        await phone.filterCalls(.doNotDisturb)
        await phone.openApp()
        let app = try #require(phone.callApp)
        var thrown: (any Error)?
        let task = phone.asApp {
            Task { @MainActor in
                do {
                    try await app.provider.reportNewIncomingCall(with: .test(1), update: CXCallUpdate())
                } catch CXErrorCodeIncomingCallError.filteredByDoNotDisturb {
                    thrown = CXErrorCodeIncomingCallError(.filteredByDoNotDisturb)
                } catch {
                    thrown = nil
                }
            }
        }
        await phone.advance(by: .seconds(1))
        await task?.value
        #expect((thrown as NSError?)?.code == 3)
    }

    private func received(_ phone: ModelDevice) -> [String] {
        (phone.app as? QueueApp)?.heard.withLock { $0 } ?? []
    }
}
