import AVFAudio
import CallModel
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Testing

@MainActor
@Suite struct AudioTests {
    let sink = RecordingSink()
    let outside = RecordingPorts()

    private func app() async -> AppUnderTest<AudioSystem> {
        let taps = SilentHaptics()
        return await AppUnderTest { [sink, outside] context in
            let audio = AudioSystem(log: outside, haptics: taps, centre: context.notificationCenter)
            audio.sink = sink
            return audio
        }
    }

    @Test func `a call sets category and mode, and activates nothing`() async {
        let app = await app()
        await app.order { $0.perform(.configure) }
        let session = app.device.asApp { AVAudioSession.sharedInstance() }
        #expect(session?.category == .playAndRecord)
        #expect(session?.mode == .voiceChat)
        #expect(session?.categoryOptions == [.allowBluetoothHFP])
        #expect(app.device.hazards.isEmpty)
        #expect(outside.faults.isEmpty)
    }

    @Test func `making it and watching it leaves the session as it was`() async {
        let app = await app()
        await app.order { $0.prepare() }
        #expect(app.device.asApp { AVAudioSession.sharedInstance().category } == .soloAmbient)
    }

    @Test func `a change of the route is told with its reason, once however often it was prepared`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.order { $0.prepare() }
        await app.order { $0.perform(.configure) }
        let before = sink.events.count
        await app.device.route(.bluetoothHandsFree)
        #expect(sink.events[before...] == [.audio(.routeChanged(.bluetooth, .newDevice))])
    }

    @Test func `the speaker is turned on and off`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.order { $0.perform(.configure) }
        await app.order { $0.perform(.speaker(true)) }
        #expect(sink.events.last == .audio(.routeChanged(.speaker, .override)))
        await app.order { $0.perform(.speaker(false)) }
        #expect(sink.events.last == .audio(.routeChanged(.receiver, .override)))
    }

    @Test func `interruptions and the loss of everything are told`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.order { $0.perform(.configure) }
        await app.device.interruptAudio(.began)
        #expect(sink.events.last == .audio(.interruptionBegan))
        await app.device.interruptAudio(.ended(shouldResume: true))
        #expect(sink.events.last == .audio(.interruptionEnded))
        await app.device.world(.audio(.mediaServicesReset))
        #expect(sink.events.last == .audio(.mediaServicesReset))
    }
}

private final class SilentHaptics: HapticPort {
    func tap() {}
}
