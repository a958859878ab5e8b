import CallModel
import PhoneCore
import Redaction
import Testing

/// Where sound comes out: what can be chosen, and how long a choice holds.
@Suite struct AudioRouteTests {
    private static let annas = AudioOutput("aa-bb", .bluetooth, name: "Anna's")
    private static let car = AudioOutput("golf", .carPlay, name: "Golf")
    private static let wire = AudioOutput("wire", .headphones, name: "Headset")

    /// Sound goes to `output` while these devices are there.
    private static func sound(
        at output: AudioOutput, _ reason: RouteChangeReason, _ devices: [AudioOutput] = [annas, car]
    ) -> PhoneEvent {
        .audio(.routeChanged(AudioRoutes(inputs: devices, output: output), reason))
    }

    /// A call that stands, heard in the car, with a headset beside it.
    private static func inTheCar() -> PhoneScript {
        var script = PhoneScript.connected()
        script.handle(sound(at: car, .newDevice))
        return script
    }

    @Test func `the phone's own ways and every device are listed, with the one that is taken`() {
        let script = Self.inTheCar()
        let routes = script.phone.audio.routes
        #expect(routes.available == [.receiver, .speaker, Self.annas, Self.car])
        #expect(routes.current == Self.car)
    }

    @Test func `something wired takes the place of the ear piece, also if it only plays`() {
        let headset = AudioRoutes(inputs: [Self.wire], output: AudioOutput("plays", .headphones, name: "Headphones"))
        #expect(headset.available == [.speaker, Self.wire])
        #expect(headset.current == Self.wire)
        let plays = AudioOutput("plays", .headphones, name: "Headphones")
        let headphones = AudioRoutes(inputs: [], output: plays)
        #expect(headphones.available == [.speaker, plays])
        #expect(headphones.current == plays)
    }

    @Test func `a list of devices without end is cut, and a name is foreign text`() {
        let many = (1...100).map { AudioOutput(Redacted("\($0)"), .bluetooth) }
        #expect(AudioRoutes(inputs: many, output: .receiver).available.count == AudioRoutes.devicesMax + 2)
        let named = AudioOutput("x", .bluetooth, name: Redacted("\u{202E}A\n" + String(repeating: "b", count: 500)))
        #expect(named.name?.revealed.hasPrefix("Ab") == true)
        #expect((named.name?.revealed.utf8.count ?? 500) <= 128)
        #expect(AudioOutput("x", .bluetooth, name: " ").name == nil)
        #expect(!"\(Self.annas)".contains("Anna") && !"\(Self.annas)".contains("aa-bb"))
    }

    @Test func `each way that is listed can be chosen, by its identifier or its kind's word`() {
        var script = Self.inTheCar()
        #expect(script.user(.audioRoute("aa-bb")) == ["prefer aa-bb"])
        #expect(script.outcome == .accepted(nil))
        #expect(script.user(.audioRoute("speaker")) == ["speaker on"])
        #expect(script.user(.audioRoute("earpiece")) == ["prefer earpiece"])
        #expect(script.user(.audioRoute("carplay")) == ["prefer golf"])
        #expect(script.user(.audioRoute("bluetooth")) == ["prefer aa-bb"])
    }

    @Test func `an absent device cannot be chosen, and nothing without a call`() {
        var script = Self.inTheCar()
        #expect(script.user(.audioRoute("wire")) == [])
        #expect(script.outcome == .refused(.unknownRoute))
        var idle = PhoneScript()
        #expect(idle.user(.audioRoute("speaker")) == [])
        #expect(idle.outcome == .refused(.notNow))
    }

    @Test func `a choice made before activation is applied with it`() {
        var script = PhoneScript.ringing()
        script.handle(Self.sound(at: Self.car, .other))
        #expect(script.user(.audioRoute("aa-bb")) == [])
        script.perform(.answer(callA))
        #expect(script.handle(.system(.audioActivated)) == ["prefer aa-bb"])
    }

    @Test func `a chosen output survives an override that the person did not make`() {
        var script = Self.inTheCar()
        script.user(.audioRoute("aa-bb"))
        // On its way there the route is overridden, which is not the person's doing.
        #expect(script.handle(Self.sound(at: .receiver, .override)) == [])
        #expect(script.handle(Self.sound(at: Self.annas, .override)) == [])
        #expect(script.handle(Self.sound(at: Self.car, .other)) == ["prefer aa-bb"])
        #expect(script.handle(Self.sound(at: Self.annas, .override)) == [])
        #expect(script.handle(Self.sound(at: .receiver, .deviceGone, [Self.annas])) == ["prefer aa-bb"])
        #expect(
            script.handle(.audio(.mediaServicesReset)) == ["configure audio", "prefer aa-bb", "silence", "sound a"])
    }

    @Test func `a device that is gone is not waited for, and no preference is left behind`() {
        var script = Self.inTheCar()
        script.user(.audioRoute("aa-bb"))
        script.handle(Self.sound(at: Self.annas, .override))
        #expect(script.handle(Self.sound(at: Self.car, .deviceGone, [Self.car])) == ["prefer nothing"])
        #expect(script.handle(Self.sound(at: Self.annas, .newDevice)) == [])
        #expect(script.handle(Self.sound(at: Self.car, .other)) == [])
    }

    @Test(arguments: ["earpiece", "speaker", "golf"])
    func `a newly attached device wins over every earlier choice`(choice: String) {
        var script = Self.inTheCar()
        script.user(.audioRoute(Redacted(choice)))
        let orders = script.handle(Self.sound(at: Self.wire, .newDevice, [Self.annas, Self.car, Self.wire]))
        #expect(orders == (choice == "speaker" ? [] : ["prefer nothing"]))
        #expect(script.handle(Self.sound(at: Self.car, .other)) == [])
    }

    @Test func `a way taken in the system's own picker ends a choice made in the app`() {
        var script = Self.inTheCar()
        script.user(.audioRoute("aa-bb"))
        script.handle(Self.sound(at: Self.annas, .override))
        #expect(script.handle(Self.sound(at: .receiver, .override)) == [])
        #expect(script.handle(Self.sound(at: Self.car, .other)) == [])
        script.handle(Self.sound(at: .speaker, .override))
        #expect(script.handle(Self.sound(at: Self.car, .other)) == ["speaker on"])
    }

    @Test func `the speaker's own switch stays a shorthand for choosing it`() {
        var script = Self.inTheCar()
        script.user(.audioRoute("speaker"))
        #expect(script.phone.audio.isSpeakerOn)
        #expect(script.user(.speaker(false)) == ["speaker off"])
        #expect(!script.phone.audio.isSpeakerOn)
        script.user(.audioRoute("aa-bb"))
        #expect(script.user(.speaker(true)) == ["speaker on"])
        #expect(script.phone.audio.isSpeakerOn)
    }

    @Test func `an output chosen in one call does not reach the next`() {
        var script = Self.inTheCar()
        script.user(.audioRoute("aa-bb"))
        #expect(script.perform(.end(callA)) == ["a: hang up", "fulfil #2", "silence", "prefer nothing", "keep awake"])
        script.push(.ours(2))
        script.reported(callB)
        script.line(lineB, .invited(.ours(2)))
        script.perform(.answer(callB))
        #expect(script.handle(.system(.audioActivated)) == [])
    }
}
