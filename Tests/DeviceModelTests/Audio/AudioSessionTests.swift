import DeviceModel
import Testing

/// Who may play and record, and when.
struct AudioSessionTests {
    private static let provider = ProviderID(0)

    private func sound(_ turn: Turn) -> SoundCondition? {
        for case .sound(let condition) in turn.seen.reversed() { return condition }
        return nil
    }

    @Test(.proves(.c60)) func `the system activates the session after the answer is fulfilled, and not before`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first)
        let answer = phone.person(.answer(.first))
        #expect(phone.setCategory(.playAndRecord).0 == nil)
        #expect(!answer.calls.contains(.didActivate(Self.provider)))
        #expect(phone.fulfill(answer).calls == [.didActivate(Self.provider)])
        #expect(
            sound(phone.app(.audio(.startMedia))) == SoundCondition(isHeard: true, isRecording: true, route: .receiver))
        let end = phone.fulfill(phone.person(.end(.first)))
        #expect(end.calls == [.didDeactivate(Self.provider)])
        #expect(sound(end)?.isHeard == false)
    }

    @Test(.proves(.c60)) func `media started before the activation is deaf until it is started again`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first)
        _ = phone.setCategory(.playAndRecord)
        let answer = phone.person(.answer(.first))
        #expect(phone.app(.audio(.startMedia)).seen == [.hazard(.mediaBeforeActivation)])
        #expect(sound(phone.fulfill(answer)) == nil)
        phone.app(.audio(.stopMedia))
        #expect(sound(phone.app(.audio(.startMedia)))?.isHeard == true)
    }

    @Test(.proves(.c60)) func `without the category of a call nothing is recorded`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.talk(.first)
        #expect(
            sound(phone.app(.audio(.startMedia)))
                == SoundCondition(
                    isHeard: true, isRecording: false, route: .receiver))
    }

    @Test(.proves(.c61)) func `in the background an app cannot activate the session itself`() {
        var phone = TestPhone()
        phone.lieSuspended()
        phone.ring(.first)
        let (refusal, _) = phone.setActive(true)
        #expect(refusal?.code == 561_017_449)
        #expect(phone.device.audio.activation == .none)
    }

    @Test(.proves(.c61)) func `where an app activates it, the system does not, and nothing is recorded`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        _ = phone.setCategory(.playAndRecord)
        let answer = phone.person(.answer(.first))
        let (refusal, turn) = phone.setActive(true)
        #expect(refusal == nil)
        #expect(turn.seen == [.hazard(.selfActivatedAudio)])
        #expect(phone.fulfill(answer).calls.isEmpty)
        #expect(
            sound(phone.app(.audio(.startMedia)))
                == SoundCondition(
                    isHeard: true, isRecording: false, route: .receiver))
        #expect(phone.setActive(false).0 == nil)
        #expect(phone.wait(.seconds(60)).calls.isEmpty)
    }

    @Test(.proves(.c61)) func `within the system's activation, activating once more changes nothing`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        #expect(phone.setActive(true).0 == nil)
        #expect(phone.device.audio.activation == .callServices)
        _ = phone.setActive(false)
        #expect(phone.device.audio.activation == .none)
    }

    @Test(.proves(.c62)) func `during a call another category is not taken`() {
        var phone = TestPhone()
        phone.openApp()
        phone.ring(.first)
        _ = phone.setCategory(.playAndRecord)
        phone.fulfill(phone.person(.answer(.first)))
        #expect(phone.setCategory(.playback).0?.code == -50)
        #expect(phone.device.audio.category == .playAndRecord)
        phone.app(.reportEnded(.first, .remoteEnded))
        #expect(phone.setCategory(.playback).0 == nil)
    }

    @Test(.proves(.c63)) func `hold deactivates, resume activates`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        #expect(phone.fulfill(phone.person(.setHeld(.first, true))).calls == [.didDeactivate(Self.provider)])
        #expect(phone.fulfill(phone.person(.setHeld(.first, false))).calls == [.didActivate(Self.provider)])
    }

    @Test(.proves(.c63)) func `between two calls the session is deactivated and activated only if there is a gap`() {
        var phone = TestPhone()
        phone.openApp()
        phone.talk(.first)
        phone.ring(.second, push: 2)
        #expect(
            phone.fulfill(phone.person(.holdAndAccept(.second))).calls == [
                .didDeactivate(Self.provider), .didActivate(Self.provider),
            ])
    }

    @Test(.proves(.c65)) func `the speaker override lasts until the next change of route`() {
        var phone = TestPhone()
        phone.openApp()
        _ = phone.setCategory(.playAndRecord)
        #expect(phone.forceSpeaker(true).1.callbacks == [.audio(.routeChanged(.speaker, .overridden))])
        #expect(
            phone.world(.audio(.routeChanges(.headphones))).callbacks == [
                .audio(.routeChanged(.headphones, .deviceChanged))
            ])
        #expect(
            phone.world(.audio(.routeChanges(.receiver))).callbacks == [
                .audio(.routeChanged(.receiver, .deviceChanged))
            ])
    }

    @Test(.proves(.c65)) func `the speaker cannot be forced without playing and recording`() {
        var phone = TestPhone()
        phone.openApp()
        #expect(phone.forceSpeaker(true).0 == .badParameter)
    }

    @Test(.proves(.c65))
    func `options do not outlive the next category, and of two Bluetooths the one that records wins`() {
        var phone = TestPhone()
        phone.openApp()
        phone.world(.audio(.routeChanges(.bluetoothHandsFree)))
        _ = phone.setCategory(.playAndRecord, options: [.bluetoothHandsFree, .bluetoothStereo])
        #expect(phone.device.audio.route == .bluetoothHandsFree)
        _ = phone.setCategory(.playAndRecord, options: .bluetoothStereo)
        #expect(phone.device.audio.route == .bluetoothStereo)
        let (_, turn) = phone.setCategory(.playAndRecord)
        #expect(turn.callbacks == [.audio(.routeChanged(.receiver, .categoryChanged))])
    }

    @Test(.proves(.c69))
    func `of several devices the latest gets the sound, unless the app prefers another attached one`() {
        var phone = TestPhone()
        phone.openApp()
        _ = phone.setCategory(.playAndRecord, options: .bluetoothHandsFree)
        let headset = AudioDevice(.bluetoothHandsFree, "aa", "Anna's")
        let car = AudioDevice(.car, "golf", "Golf")
        #expect(phone.prefer("aa").0 == .badParameter)
        phone.world(.audio(.attaches(headset)))
        #expect(
            phone.world(.audio(.attaches(car))).callbacks == [.audio(.routeChanged(.car, .deviceCame))])
        #expect(phone.prefer("aa").1.callbacks == [.audio(.routeChanged(.bluetoothHandsFree, .overridden))])
        #expect(phone.prefer("aa").1.callbacks == [])
        phone.world(.audio(.attaches(AudioDevice(.bluetoothHandsFree, "bb", "Bob's"))))
        #expect(phone.device.audio.device?.id == "aa")
        phone.world(.audio(.detaches("bb")))
        #expect(phone.prefer(AudioDevice.builtInID).1.callbacks == [.audio(.routeChanged(.receiver, .overridden))])
        #expect(phone.prefer(nil).1.callbacks == [.audio(.routeChanged(.car, .overridden))])
        #expect(
            phone.world(.audio(.detaches("golf"))).callbacks == [
                .audio(.routeChanged(.bluetoothHandsFree, .deviceWent))
            ])
        _ = phone.setCategory(.playAndRecord)
        #expect(phone.device.audio.inputs.isEmpty)
        #expect(phone.device.audio.route == .receiver)
    }

    @Test(.proves(.c65)) func `when the daemon of sound dies all that was set is gone`() {
        var phone = TestPhone()
        phone.openApp()
        _ = phone.setCategory(.playAndRecord, options: .defaultToSpeaker)
        phone.talk(.first)
        phone.app(.audio(.startMedia))
        let reset = phone.world(.audio(.mediaServicesReset))
        #expect(reset.callbacks == [.audio(.mediaServicesReset)])
        #expect(sound(reset)?.isHeard == false)
        #expect(phone.device.audio.category == .soloAmbient)
        _ = phone.setCategory(.playAndRecord)
        #expect(sound(phone.app(.audio(.startMedia)))?.isRecording == true)
    }

    @Test(.proves(.c68)) func `without permission a call on a locked phone cannot ask, and records nothing`() {
        var phone = TestPhone()
        phone.world(.audio(.microphone(.undetermined)))
        phone.lieSuspended()
        phone.ring(.first)
        _ = phone.setCategory(.playAndRecord)
        phone.fulfill(phone.person(.answer(.first)))
        #expect(phone.app(.audio(.requestMicrophone)).callbacks == [.audio(.microphone(isGranted: false))])
        #expect(
            sound(phone.app(.audio(.startMedia)))
                == SoundCondition(
                    isHeard: true, isRecording: false, route: .receiver))
    }

    @Test(.proves(.c68)) func `on the screen the person is asked`() {
        var phone = TestPhone()
        phone.world(.audio(.microphone(.undetermined)))
        phone.openApp()
        #expect(phone.app(.audio(.requestMicrophone)).callbacks.isEmpty)
        #expect(
            phone.world(.audio(.microphone(.granted))).callbacks == [.audio(.microphone(isGranted: true))])
    }

    @Test func `an interruption silences media until it is started again`() {
        var phone = TestPhone()
        phone.openApp()
        _ = phone.setCategory(.playAndRecord)
        phone.talk(.first)
        phone.app(.audio(.startMedia))
        #expect(sound(phone.world(.audio(.interruption(.began))))?.isHeard == false)
        #expect(sound(phone.world(.audio(.interruption(.ended(shouldResume: true))))) == nil)
        #expect(sound(phone.app(.audio(.startMedia)))?.isHeard == true)
    }

    @Test func `a dead process sets nothing`() {
        var phone = TestPhone()
        phone.openApp()
        let generation = phone.device.process.generation
        phone.world(.life(.forceQuit))
        phone.openApp()
        var effects: [DeviceEffect] = []
        #expect(phone.device.setActive(true, from: generation, into: &effects).refusal == .processGone)
        #expect(phone.device.setCategory(.playback, from: generation, into: &effects).refusal == .processGone)
        #expect(
            phone.device.overrideOutput(toSpeaker: true, from: generation, into: &effects).refusal == .processGone)
        #expect(effects.isEmpty)
    }
}
