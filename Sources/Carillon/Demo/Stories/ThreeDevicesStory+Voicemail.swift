import CallModel
import CarillonRTC
import MediaEngine

/// A call that no device takes.
extension ThreeDevicesStory {
    func leaveMessage(_ alice: DemoPhone, at exchange: DemoExchange) async throws {
        stage.say("alice dials bob again, and no device answers")
        let beep = ToneMeter([DemoMailbox.beepFrequency])
        var options = DialOptions()
        options.sink = beep
        let call = try await alice.client.dial("bob", options)
        let ring = try await Patience.wait(.seconds(5)) { ringingAtBob.count == bobs.count }
        let ringing = ringingAtBob
        let stopped = try await Patience.wait(DemoCast.ringing + .seconds(10)) {
            ringing.allSatisfy { $0.ending?.reason == .noAnswer }
        }
        stage.verify("all three devices rang and stopped: noAnswer", ring && stopped, "after \(DemoCast.ringing)")
        let beeps = try await Patience.wait(.seconds(10)) {
            (beep.level(of: DemoMailbox.beepFrequency) ?? 0) > DemoPhone.heardLevelMin
        }
        stage.verify("alice hears the attendant's beep", beeps)
        stage.say("alice leaves a message")
        let voice = CountedSource(alice.tone)
        call.setAudioSource(voice)
        _ = try await Patience.wait(.seconds(10)) { voice.frameCount >= DemoMailbox.messageFrames }
        await call.hangUp()
        try await verifyMessage(alice, at: exchange)
    }

    private var ringingAtBob: [Call] {
        bobs.compactMap { $0.client.calls.first { $0.state.progress == .ringing } }
    }

    private func verifyMessage(_ alice: DemoPhone, at exchange: DemoExchange) async throws {
        let mailbox = DemoMailbox(login: DemoCast.callees[0].name, port: exchange.port)
        let message = try await mailbox.message(within: .seconds(5))
        stage.verify(
            "bob finds it in his mailbox", message != nil,
            message.map { "\($0.length.text), from \($0.callerNumber)" } ?? "no message")
        guard let message else { return }
        let level = try await mailbox.level(of: alice.frequency, in: message)
        stage.verify(
            "it says alice's \(Int(alice.frequency)) Hz", level > DemoPhone.heardLevelMin, level.levelText)
    }
}
