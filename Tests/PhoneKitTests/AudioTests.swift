import AVFAudio
import CallModel
import DeviceModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Redaction
import Testing

@MainActor
@Suite struct AudioTests {
    let sink = RecordingSink()
    let outside = RecordingPorts()
    private static let annas = AudioDevice(.bluetoothHandsFree, "aa-bb", "Anna's")
    private static let car = AudioDevice(.car, "golf", "Golf")
    private static let wire = AudioDevice(.headphones, "wire", "Headset")

    /// What the phone was told last of the ways sound can take.
    private var routes: AudioRoutes? {
        for case .audio(.routeChanged(let routes, _)) in sink.events.reversed() { return routes }
        return nil
    }

    private func app() async -> AppUnderTest<AudioSystem> {
        let taps = SilentHaptics()
        return await AppUnderTest { [sink, outside] context in
            let audio = AudioSystem(log: outside, haptics: taps, center: context.notificationCenter)
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
        let headset = AudioOutput("BluetoothHFP", .bluetooth, name: "Headset")
        let routes = AudioRoutes(inputs: [headset], output: headset)
        #expect(sink.events[before...] == [.audio(.routeChanged(routes, .newDevice))])
    }

    @Test func `the available outputs are reported with the category, which decides them`() async {
        let app = await app()
        await app.device.attach(Self.annas)
        await app.device.attach(Self.car)
        await app.device.attach(Self.wire)
        #expect(sink.events.isEmpty)
        await app.order { $0.perform(.configure) }
        let outputs = routes?.available.map { "\($0.route.word) \($0.name?.revealed ?? "-")" }
        // A wired headset takes the place of the ear piece.
        #expect(outputs == ["speaker -", "bluetooth Anna's", "carplay Golf", "headphones Headset"])
        #expect(routes?.current.route == .headphones)
        await app.device.detach(Self.wire.id)
        await app.order { $0.perform(.configure) }
        #expect(routes?.available.map(\.route) == [.receiver, .speaker, .bluetooth, .carPlay])
        #expect(routes?.current.name == "Golf")
    }

    @Test func `each way that is listed can be taken, and left to the system again`() async throws {
        let app = await app()
        await app.order { $0.prepare() }
        await app.device.attach(Self.annas)
        await app.device.attach(Self.car)
        await app.order { $0.perform(.configure) }
        let available = try #require(routes?.available)
        #expect(available.count == 4)
        for output in available where output.route != .speaker {
            await app.order { $0.perform(.speaker(true)) }
            #expect(routes?.current == .speaker)
            await app.order { $0.perform(.prefer(output)) }
            #expect(routes?.current == output)
        }
        await app.order { $0.perform(.prefer(nil)) }
        #expect(routes?.current.name == "Golf")
        #expect(outside.faults.isEmpty)
    }

    @Test func `a device that is gone is not asked for, and nothing fails`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.order { $0.perform(.configure) }
        await app.order { $0.perform(.prefer(AudioOutput("gone", .bluetooth, name: "Anna's"))) }
        #expect(routes?.current == .receiver)
        #expect(outside.faults.isEmpty)
    }

    @Test func `the speaker is turned on and off`() async {
        let app = await app()
        await app.order { $0.prepare() }
        await app.order { $0.perform(.configure) }
        await app.order { $0.perform(.speaker(true)) }
        #expect(sink.events.last == .audio(.routeChanged(AudioRoutes(.speaker), .override)))
        await app.order { $0.perform(.speaker(false)) }
        #expect(sink.events.last == .audio(.routeChanged(AudioRoutes(.receiver), .override)))
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

/// Shakes no phone.
final class SilentHaptics: HapticPort {
    func tap() {}
}
