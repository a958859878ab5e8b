import CallKit
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import PhoneScopes
import Testing

/// The exploration drives the phone through an adapter of its own. It must say the same as the one that ships.
///
/// The compiler sees to it that each carries out every order and hears every callback: neither has a default.
@MainActor
@Suite struct AdapterAgreementTests {
    let sink = RecordingSink()
    let outside = RecordingPorts()

    @Test(arguments: SystemEndReason.allCases)
    func `S9: both adapters give the system the same reason for an end`(reason: SystemEndReason) {
        #expect(CXCallEndedReason(reason).rawValue == Int(CallEndedReason(reason).rawValue))
    }

    @Test(arguments: IncomingRefusal.allCases)
    func `S9: both adapters read the same from a refused report`(refusal: IncomingRefusal) throws {
        let error: any Error =
            refusal == .missingBackgroundMode
            ? CXError(.missingVoIPBackgroundMode)
            : CXErrorCodeIncomingCallError(try #require(.init(rawValue: refusal.code)))
        #expect(ReportRefusal(error: error) == ReportRefusal(refusal))
    }

    @Test(arguments: DeviceModel.RequestRefusal.allCases)
    func `S9: both adapters read the same from a refused transaction`(refusal: DeviceModel.RequestRefusal) throws {
        let error = CXErrorCodeRequestTransactionError(try #require(.init(rawValue: refusal.rawValue)))
        #expect(TransactionRefusal(error: error) == TransactionRefusal(refusal))
    }

    @Test func `S9: both adapters tell the same of sound that is taken and given back`() async {
        let app = await AppUnderTest { [sink, outside] context in
            let audio = AudioSystem(log: outside, haptics: Haptics(), center: context.notificationCenter)
            audio.sink = sink
            return audio
        }
        await app.order { $0.prepare() }
        for interruption in [AudioInterruption.began, .ended(shouldResume: true)] {
            await app.device.interruptAudio(interruption)
            #expect(sink.events.last == PhoneCore.AudioEvent(.interruption(interruption)).map { .audio($0) })
        }
        await app.device.world(.audio(.mediaServicesReset))
        #expect(sink.events.last == PhoneCore.AudioEvent(.mediaServicesReset).map { .audio($0) })
    }

    @Test func `S9: both adapters tell one path from another alike`() async {
        let app = await AppUnderTest { [sink] _ in
            let watcher = PathWatcher()
            watcher.sink = sink
            return watcher
        }
        await app.order { $0.prepare() }
        let networks: [DevicePath] = [
            .wifi(network: 1), .none, .wifi(network: 2), .cellular(), .wifi(network: 1),
        ]
        for network in networks {
            await app.device.network(network)
            await app.device.advance(by: .seconds(1))
            let reported = sink.events.last.flatMap { if case .path(let path) = $0 { path } else { nil } }
            #expect(reported?.interface == PhoneCore.NetworkPath(network).interface)
        }
        #expect(Set(networks.map { PhoneCore.NetworkPath($0) }).count == 4, "the same network is the same path")
    }
}
