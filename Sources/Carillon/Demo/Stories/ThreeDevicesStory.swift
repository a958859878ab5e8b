import CallModel
import CarillonRTC
import ExchangeServer
import Foundation
import MediaEngine
import NativeMedia
import Redaction
import Trace

/// A user has three devices: two answer at once, and one wins. The call is held, cut and re-attached; then a caller
/// leaves a message.
final class ThreeDevicesStory: DemoStory {
    static let name = "three-devices"
    static let summary = "alice calls bob: three devices ring, two answer at once, one wins; then bob's mailbox answers"
    static let verificationCount = 28

    let stage: StoryRecorder
    private var exchange: DemoExchange?
    private var engine: NativeMediaEngine?
    private var voicemail: VoicemailService?
    private(set) var alice: DemoPhone?
    private(set) var bobs: [DemoPhone] = []
    /// Two dashboards: one is cut off in the middle of the call, the other is not.
    private var dashboards: (cut: DashboardClient, whole: DashboardClient)?
    /// The moment when alice dialed, on the trace's clock.
    private var dialed = Duration.zero
    private var winnerName = ""

    init(on stage: StoryRecorder) {
        self.stage = stage
    }

    var port: Int? { exchange?.port }

    func run() async throws {
        let engine = try NativeMediaEngine()
        self.engine = engine
        let exchange = try await startExchange()
        try await register(engine, at: exchange)
        try await openDashboards(of: exchange)
        guard let alice, let call = try await placeCall(from: alice) else { return }
        guard let (winner, answered) = try await answerTwice() else { return }
        try await speak(alice, winner)
        cutDashboard()
        try await holdAndResume(alice, winner, call)
        try await typeDigits(call, answered)
        try await loseSocket(alice, winner, call, answered)
        try await hangUp(call, answered)
        try await leaveMessage(alice, at: exchange)
        try await returnDashboard()
    }

    /// Hangs up the remaining calls and stops the exchange.
    func finish() async {
        for phone in [alice].compactMap({ $0 }) + bobs { await phone.client.disconnect() }
        await voicemail?.stop()
        dashboards?.cut.close()
        dashboards?.whole.close()
        await exchange?.stop()
        engine?.close()
    }
}

/// The steps, in order.
extension ThreeDevicesStory {
    private func startExchange() async throws -> DemoExchange {
        stage.announce("starting an exchange on a free loopback port")
        let exchange = try await DemoExchange.start(tracing: stage.trace, users: DemoUsers.callers) { configuration in
            configuration.limits.ringing = DemoUsers.ringing
            configuration.voicemail = VoicemailSettings()
        }
        self.exchange = exchange
        voicemail = try await VoicemailService.start(
            for: exchange.server, exchange.configuration, localAddresses: ["127.0.0.1"])
        return exchange
    }

    private func register(_ engine: NativeMediaEngine, at exchange: DemoExchange) async throws {
        stage.announce("registering alice and three devices of bob")
        func phone(_ role: DemoUsers.Role, watching watched: [Double]) async throws -> DemoPhone {
            try await DemoPhone(role, watching: watched, port: exchange.port, engine: engine, trace: stage.trace)
        }
        alice = try await phone(DemoUsers.caller, watching: DemoUsers.callees.map(\.frequency))
        for callee in DemoUsers.callees {
            bobs.append(try await phone(callee, watching: [DemoUsers.caller.frequency]))
        }
        var registered: [String] = []
        for user in DemoUsers.callers.map(\.name) { registered += try await exchange.registered(of: user) }
        let wanted = [DemoUsers.caller.name] + DemoUsers.callees.map(\.name).sorted()
        stage.verify(
            "the exchange has four devices registered", registered == wanted, registered.joined(separator: ", "))
    }

    private func openDashboards(of exchange: DemoExchange) async throws {
        let cut = DashboardClient(port: exchange.port, token: exchange.token)
        let whole = DashboardClient(port: exchange.port, token: exchange.token)
        dashboards = (cut, whole)
        async let first = cut.connect()
        async let second = whole.connect()
        let (isFirstOpen, isSecondOpen) = try await (first, second)
        guard isFirstOpen, isSecondOpen else { return stage.verify("dashboards listen", false) }
    }

    private func cutDashboard() {
        stage.announce("cutting off a dashboard that follows the call")
        dashboards?.cut.close()
    }

    private func returnDashboard() async throws {
        guard let (cut, whole) = dashboards else { return }
        stage.announce("the dashboard returns and asks for the events it missed")
        let before = cut.changes.count
        let hasEnded = try await DemoTimeout.wait(DemoTimeout.net) { whole.hasSeenEnd }
        let returned = stage.trace.now
        let hasListened = try await cut.connect()
        stage.measure("replayed", from: "the dashboard comes back", to: "it knows all it missed", since: returned)
        let (all, missed) = (whole.changes, whole.changes.count - before)
        let isExact = cut.changes == all && cut.replayed == Int64(missed) && before > 0 && missed > 0
        stage.verify(
            "the dashboard got exactly the events it missed", hasListened && hasEnded && isExact,
            "\(missed) of \(all.count) changes")
    }

    private func placeCall(from alice: DemoPhone) async throws -> Call? {
        stage.announce("alice dials bob, saying \(Int(alice.frequency)) Hz")
        dialed = stage.trace.now
        var options = DialOptions()
        options.source = alice.tone
        options.sink = alice.meter
        let call = try await alice.client.dial("bob", options)
        let allRing = try await DemoTimeout.wait(DemoTimeout.net) {
            bobs.allSatisfy { $0.client.calls.contains { $0.state.progress == .ringing } }
        }
        let took = stage.measure("all_ringing", from: "alice dials", to: "all three devices ring", since: dialed)
        let callerKnows = try await DemoTimeout.wait(DemoTimeout.net) { call.state.progress == .ringing }
        stage.verify("all three devices of bob ring", allRing, took.text)
        stage.verify("alice's phone shows ringing", callerKnows, call.state.description)
        return allRing ? call : nil
    }

    private func answerTwice() async throws -> (DemoPhone, Call)? {
        let calls = bobs.compactMap { phone in phone.client.calls.first.map { (phone, $0) } }
        guard calls.count == 3 else {
            stage.verify("all three devices can answer", false, "\(calls.count) have the call")
            return nil
        }
        for (phone, call) in calls { phone.attachAudio(to: call) }
        stage.announce("\(calls[0].0.name) and \(calls[1].0.name) answer at the same instant")
        let tapped = stage.trace.now
        async let first: Void? = try? calls[0].1.answer()
        async let second: Void? = try? calls[1].1.answer()
        let dismissed = try await DemoTimeout.wait(DemoTimeout.net) { calls.count { $0.1.ending != nil } == 2 }
        let took = stage.measure(
            "others_dismissed", from: "two devices answer", to: "the others have stopped ringing", since: tapped)
        _ = await (first, second)
        let standing = calls.filter { $0.1.ending == nil }
        let elsewhere = calls.filter { $0.1.ending?.reason == .answeredElsewhere }
        stage.verify("exactly one device won", standing.count == 1, standing.map(\.0.name).joined(separator: ", "))
        stage.verify("the others got answeredElsewhere", dismissed && elsewhere.count == 2, took.text)
        guard let winner = standing.first else { return nil }
        let active = try await DemoTimeout.wait(DemoTimeout.net) { winner.1.state.progress == .active }
        let answered = stage.measure(
            "answered", from: "two devices answer", to: "active, with ICE and DTLS done", since: tapped)
        stage.verify("the call is active", active, answered.text)
        winnerName = winner.0.name
        return winner
    }

    private func speak(_ alice: DemoPhone, _ winner: DemoPhone) async throws {
        stage.announce("checking that each hears the other")
        let there = try await winner.receives(alice.frequency)
        stage.measure("first_audio", from: "alice dials", to: "\(winner.name) hears her", since: dialed)
        let back = try await alice.receives(winner.frequency)
        stage.verify(
            "\(winner.name) hears alice's \(Int(alice.frequency)) Hz", there,
            winner.level(of: alice.frequency).levelText)
        stage.verify(
            "alice hears \(winner.name)'s \(Int(winner.frequency)) Hz", back,
            alice.level(of: winner.frequency).levelText)
        let others = bobs.filter { $0.name != winner.name }
        let isHeardElsewhere = try await DemoTimeout.wait(.milliseconds(300)) {
            others.contains { $0.level(of: alice.frequency) > DemoPhone.silentLevelMax }
        }
        stage.verify("the other devices hear nothing for 300 ms", !isHeardElsewhere)
    }

    private func holdAndResume(_ alice: DemoPhone, _ winner: DemoPhone, _ call: Call) async throws {
        stage.announce("alice mutes herself, holds and resumes")
        try await call.mute()
        stage.verify("mute silences alice", try await winner.loses(alice.frequency))
        try await call.hold()
        stage.verify(
            "hold silences bob at alice's end", try await alice.loses(winner.frequency), call.state.description)
        try await call.resume()
        stage.verify("resume brings bob back", try await alice.receives(winner.frequency), call.state.description)
        stage.verify("the mute was kept", call.isMuted && winner.level(of: alice.frequency) < DemoPhone.silentLevelMax)
        try await call.unmute()
        stage.verify("unmute brings alice back", try await winner.receives(alice.frequency))
        try await call.hold()
        stage.verify("hold silences alice at bob's end", try await winner.loses(alice.frequency))
        try await call.resume()
        stage.verify("resume brings alice back", try await winner.receives(alice.frequency))
    }

    private func typeDigits(_ call: Call, _ answered: Call) async throws {
        stage.announce("digits both ways")
        let atBob = DigitListener(answered)
        let atAlice = DigitListener(call)
        try await call.sendDTMF("159#")
        try await answered.sendDTMF("42")
        let bobHeard = try await DemoTimeout.wait(DemoTimeout.net) { atBob.digits == "159#" }
        let aliceHeard = try await DemoTimeout.wait(DemoTimeout.net) { atAlice.digits == "42" }
        stage.verify("bob receives 159#", bobHeard, atBob.digits)
        stage.verify("alice receives 42", aliceHeard, atAlice.digits)
    }

    private func loseSocket(_ alice: DemoPhone, _ winner: DemoPhone, _ call: Call, _ answered: Call) async throws {
        stage.announce("cutting \(winner.name)'s socket")
        let before = ObjectIdentifier(answered)
        let cut = stage.trace.now
        winner.cable.cut()
        let lost = try await DemoTimeout.wait(DemoTimeout.net) { winner.client.state != .ready }
        let back = try await DemoTimeout.wait(DemoTimeout.net) {
            winner.client.state == .ready && answered.state.progress == .active && answered.state.link == .up
        }
        let took = stage.measure("reattached", from: "the socket is cut", to: "re-attached", since: cut)
        let same = winner.client.calls.contains { ObjectIdentifier($0) == before }
        stage.verify("\(winner.name) noticed and re-attached", lost && back, took.text)
        stage.verify("it is the same call object", same)
        // Only audio from now on counts; the meters still contain audio from before the cut.
        let fresh = try await winner.receivesAnew(alice.frequency)
        let freshBack = try await alice.receivesAnew(winner.frequency)
        stage.verify("both still hear each other", fresh && freshBack)
    }

    private func hangUp(_ call: Call, _ answered: Call) async throws {
        stage.announce("alice hangs up")
        let heard = (call.latestQuality, answered.latestQuality)
        await call.hangUp()
        let both = try await DemoTimeout.wait(DemoTimeout.net) { call.ending != nil && answered.ending != nil }
        stage.ended(DemoDeviceEnd(device: DemoUsers.caller.name, ending: call.ending, quality: heard.0))
        for bob in bobs {
            let isWinner = bob.name == winnerName
            stage.ended(
                DemoDeviceEnd(
                    device: bob.name, ending: isWinner ? answered.ending : nil, quality: isWinner ? heard.1 : nil))
        }
        let isCompleted = call.ending?.reason == .completed && answered.ending?.reason == .completed
        stage.verify(
            "the call has ended on both sides", both && isCompleted, answered.ending?.reason.rawValue ?? "it has not")
        guard let exchange, let session = call.names.sessionID else {
            return stage.verify("the status API has the whole story", false, "no session id")
        }
        let story = try await CallStatusReport.fetch(session: session, port: exchange.port, token: exchange.token)
        stage.callStory = story
        stage.verify("the status API has the whole story", story.isWhole(winner: winnerName), story.summary)
    }
}

/// A call that no device takes.
extension ThreeDevicesStory {
    func leaveMessage(_ alice: DemoPhone, at exchange: DemoExchange) async throws {
        stage.announce("alice dials bob again, and no device answers")
        let beep = ToneMeter([DemoMailbox.beepFrequency])
        var options = DialOptions()
        options.sink = beep
        let call = try await alice.client.dial("bob", options)
        let ring = try await DemoTimeout.wait(DemoTimeout.net) { ringingAtBob.count == bobs.count }
        let ringing = ringingAtBob
        let stopped = try await DemoTimeout.wait(DemoUsers.ringing + DemoTimeout.net) {
            ringing.allSatisfy { $0.ending?.reason == .noAnswer }
        }
        stage.verify("all three devices rang and stopped: noAnswer", ring && stopped, "after \(DemoUsers.ringing)")
        let beeps = try await DemoTimeout.wait(DemoTimeout.net) {
            (beep.level(of: DemoMailbox.beepFrequency) ?? 0) > DemoPhone.heardLevelMin
        }
        stage.verify("alice hears the attendant's beep", beeps)
        stage.announce("alice leaves a message")
        let voice = CountedSource(alice.tone)
        call.setAudioSource(voice)
        _ = try await DemoTimeout.wait(DemoTimeout.net) { voice.frameCount >= DemoMailbox.messageFrames }
        await call.hangUp()
        try await verifyMessage(alice, at: exchange)
    }

    private var ringingAtBob: [Call] {
        bobs.compactMap { $0.client.calls.first { $0.state.progress == .ringing } }
    }

    private func verifyMessage(_ alice: DemoPhone, at exchange: DemoExchange) async throws {
        let mailbox = DemoMailbox(login: DemoUsers.callees[0].name, port: exchange.port)
        let message = try await mailbox.message(within: DemoTimeout.net)
        stage.verify(
            "bob finds it in his mailbox", message != nil,
            message.map { "\($0.length.text), from \($0.callerNumber)" } ?? "no message")
        guard let message else { return }
        let level = try await mailbox.level(of: alice.frequency, in: message)
        stage.verify(
            "it says alice's \(Int(alice.frequency)) Hz", level > DemoPhone.heardLevelMin, level.levelText)
    }
}
