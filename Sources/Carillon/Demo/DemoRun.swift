import CallModel
import CarillonRTC
import ExchangeServer
import Foundation
import Logging
import MediaEngine
import NativeMedia
import Redaction
import Standins
import Trace

/// One call through everything: exchange, four phones, real media on loopback. Every step verifies what it shows.
final class DemoRun {
    let trace: TraceCollector
    private let progress: (String) -> Void
    private var voicemail: VoicemailService?
    private(set) var verifications: [Verification] = []
    var figures = DemoFigures()

    private(set) var exchange: ExchangeServer?
    /// Apple's push service, as far as the demo needs one.
    private(set) var apns: APNsStandin?
    private(set) var alice: DemoPhone?
    private(set) var bobs: [DemoPhone] = []
    /// One that is cut off in the middle of the call, and one that is not.
    private var dashboards: (cut: DashboardFeed, whole: DashboardFeed)?
    let token = UUID().uuidString
    #if os(Linux)
        /// Carol's iPhone, while it is there.
        var handset: DemoHandset?
    #endif
    /// What devices are called that the exchange names itself.
    var deviceNames: [String: String] = [:]

    /// `progress` is told what is about to be done, one line a step.
    init(trace: TraceCollector, progress: @escaping (String) -> Void) {
        self.trace = trace
        self.progress = progress
    }

    /// Where the exchange listens, while it does.
    var port: Int? { exchange?.port }

    func run() async throws {
        let engine = try NativeMediaEngine()
        try await startExchange()
        try await register(engine)
        try await openDashboards()
        guard let alice, let call = try await placeCall(from: alice) else { return }
        guard let (winner, answered) = try await answerTwice() else { return }
        try await speak(alice, winner, call)
        cutDashboard()
        try await holdAndResume(alice, winner, call)
        try await typeDigits(alice, winner, call, answered)
        try await loseSocket(alice, winner, call, answered)
        try await hangUp(alice, call, answered)
        try await leaveMessage(alice)
        try await returnDashboard()
        #if os(Linux)
            try await callHandset(alice, engine)
        #endif
        engine.close()
    }

    /// Hangs up whatever is left and closes the exchange.
    func finish() async {
        for phone in [alice].compactMap({ $0 }) + bobs { await phone.client.disconnect() }
        await voicemail?.stop()
        dashboards?.cut.close()
        dashboards?.whole.close()
        #if os(Linux)
            await handset?.finish()
        #endif
        await exchange?.stop()
        await apns?.stop()
    }

    func say(_ line: String) {
        progress(line)
        trace.record(TraceRecord(at: trace.now, actor: "demo", machine: "Demo", kind: .note, name: line))
    }

    func verify(_ what: String, _ passed: Bool, _ found: String = "") {
        verifications.append(Verification(what: what, passed: passed, found: found))
    }
}

/// The steps, in order.
extension DemoRun {
    private func startExchange() async throws {
        say("starting an exchange on a free loopback port")
        var configuration = ExchangeConfiguration()
        configuration.users = DemoCast.users
        configuration.apiTokens = [try APIToken(name: "demo", token: .init(token))]
        configuration.broadcastApps = [
            BroadcastApp(id: "demo", key: DashboardFeed.key, secret: Redacted(UUID().uuidString))
        ]
        let apns = try await startPushService()
        configuration.push = apns.pushing
        configuration.logLevel = .error
        configuration.limits.ringing = DemoCast.ringing
        configuration.voicemail = VoicemailSettings()
        let exchange = try await ExchangeServer.start(configuration, trace: trace)
        self.exchange = exchange
        voicemail = try await VoicemailService.start(for: exchange, configuration, localAddresses: ["127.0.0.1"])
    }

    private func startPushService() async throws -> APNsStandin {
        var rules = APNsConfiguration()
        rules.topics = [DemoCast.topic]
        let apns = try await APNsStandin.start(rules)
        self.apns = apns
        return apns
    }

    private func register(_ engine: NativeMediaEngine) async throws {
        guard let port else { return }
        say("registering alice and three devices of bob")
        func phone(_ name: String, _ frequency: Double, _ watched: [Double]) async throws -> DemoPhone {
            try await DemoPhone(
                name: name, password: DemoCast.password(of: name), frequency: frequency, watching: watched, port: port,
                engine: engine, trace: trace)
        }
        let heard = (DemoCast.callees + [DemoCast.handset]).map(\.frequency)
        alice = try await phone(DemoCast.caller.name, DemoCast.caller.frequency, heard)
        for callee in DemoCast.callees {
            bobs.append(try await phone(callee.name, callee.frequency, [DemoCast.caller.frequency]))
        }
        var registered: [String] = []
        for user in DemoCast.users.map(\.name) {
            registered += try await DemoQuestion.registered(of: user, port: port, token: token)
        }
        let wanted = [DemoCast.caller.name] + DemoCast.callees.map(\.name).sorted()
        verify("the exchange has four devices registered", registered == wanted, registered.joined(separator: ", "))
    }

    private func openDashboards() async throws {
        guard let port else { return }
        let (cut, whole) = (DashboardFeed(port: port, token: token), DashboardFeed(port: port, token: token))
        dashboards = (cut, whole)
        async let first = cut.connect()
        async let second = whole.connect()
        let (isFirstOpen, isSecondOpen) = try await (first, second)
        guard isFirstOpen, isSecondOpen else { return verify("dashboards listen", false) }
    }

    private func cutDashboard() {
        say("cutting off a dashboard that follows the call")
        dashboards?.cut.close()
    }

    private func returnDashboard() async throws {
        guard let (cut, whole) = dashboards else { return }
        say("the dashboard comes back and asks for what it missed")
        let before = cut.changes.count
        let hasEnded = try await Patience.wait(.seconds(5)) { whole.hasSeenEnd }
        let returned = trace.now
        let hasListened = try await cut.connect()
        figures.replayed = trace.now - returned
        let (all, missed) = (whole.changes, whole.changes.count - before)
        let isExact = cut.changes == all && cut.replayed == Int64(missed) && before > 0 && missed > 0
        verify(
            "the dashboard was replayed exactly what it missed", hasListened && hasEnded && isExact,
            "\(missed) of \(all.count) changes")
    }

    private func placeCall(from alice: DemoPhone) async throws -> Call? {
        say("alice dials bob, saying \(Int(alice.frequency)) Hz")
        let dialled = trace.now
        var options = DialOptions()
        options.source = alice.tone
        options.sink = alice.meter
        let call = try await alice.client.dial("bob", options)
        let allRing = try await Patience.wait(.seconds(5)) {
            bobs.allSatisfy { $0.client.calls.contains { $0.state.progress == .ringing } }
        }
        figures.allRinging = trace.now - dialled
        let callerKnows = try await Patience.wait(.seconds(5)) { call.state.progress == .ringing }
        figures.dialled = dialled
        verify("all three devices of bob ring", allRing, figures.allRinging.text)
        verify("alice is told that it rings", callerKnows, call.state.description)
        return allRing ? call : nil
    }

    private func answerTwice() async throws -> (DemoPhone, Call)? {
        let calls = bobs.compactMap { phone in phone.client.calls.first.map { (phone, $0) } }
        guard calls.count == 3 else {
            verify("all three devices can answer", false, "\(calls.count) have the call")
            return nil
        }
        for (phone, call) in calls { phone.attachAudio(to: call) }
        say("\(calls[0].0.name) and \(calls[1].0.name) answer at the same instant")
        let tapped = trace.now
        async let first: Void? = try? calls[0].1.answer()
        async let second: Void? = try? calls[1].1.answer()
        let dismissed = try await Patience.wait(.seconds(5)) { calls.count { $0.1.ending != nil } == 2 }
        figures.othersDismissed = trace.now - tapped
        _ = await (first, second)
        let standing = calls.filter { $0.1.ending == nil }
        let elsewhere = calls.filter { $0.1.ending?.reason == .answeredElsewhere }
        verify("exactly one device won", standing.count == 1, standing.map(\.0.name).joined(separator: ", "))
        verify(
            "the others were told answeredElsewhere", dismissed && elsewhere.count == 2, figures.othersDismissed.text)
        guard let winner = standing.first else { return nil }
        let active = try await Patience.wait(.seconds(5)) { winner.1.state.progress == .active }
        figures.answered = trace.now - tapped
        verify("the call is active", active, figures.answered.text)
        figures.winner = winner.0.name
        return winner
    }

    private func speak(_ alice: DemoPhone, _ winner: DemoPhone, _ call: Call) async throws {
        say("checking that each hears the other")
        let there = try await winner.hears(alice.frequency)
        figures.firstAudio = trace.now - figures.dialled
        let back = try await alice.hears(winner.frequency)
        verify(
            "\(winner.name) hears alice's \(Int(alice.frequency)) Hz", there,
            winner.level(of: alice.frequency).levelText)
        verify(
            "alice hears \(winner.name)'s \(Int(winner.frequency)) Hz", back,
            alice.level(of: winner.frequency).levelText)
        let others = bobs.filter { $0.name != winner.name }
        let isHeardElsewhere = try await Patience.wait(.milliseconds(300)) {
            others.contains { $0.level(of: alice.frequency) > DemoPhone.silentLevelMax }
        }
        verify("nobody else hears anything for 300 ms", !isHeardElsewhere)
    }

    private func holdAndResume(_ alice: DemoPhone, _ winner: DemoPhone, _ call: Call) async throws {
        say("alice mutes herself, holds and resumes")
        try await call.mute()
        verify("mute silences alice", try await winner.loses(alice.frequency))
        try await call.hold()
        verify("hold silences bob at alice's end", try await alice.loses(winner.frequency), call.state.description)
        try await call.resume()
        verify("resume brings bob back", try await alice.hears(winner.frequency), call.state.description)
        verify("the mute was kept", call.isMuted && winner.level(of: alice.frequency) < DemoPhone.silentLevelMax)
        try await call.unmute()
        verify("unmute brings alice back", try await winner.hears(alice.frequency))
        try await call.hold()
        verify("hold silences alice at bob's end", try await winner.loses(alice.frequency))
        try await call.resume()
        verify("resume brings alice back", try await winner.hears(alice.frequency))
    }

    private func typeDigits(_ alice: DemoPhone, _ winner: DemoPhone, _ call: Call, _ answered: Call) async throws {
        say("digits both ways")
        let atBob = DigitListener(answered)
        let atAlice = DigitListener(call)
        try await call.sendDTMF("159#")
        try await answered.sendDTMF("42")
        let bobHeard = try await Patience.wait(.seconds(5)) { atBob.digits == "159#" }
        let aliceHeard = try await Patience.wait(.seconds(5)) { atAlice.digits == "42" }
        verify("bob receives 159#", bobHeard, atBob.digits)
        verify("alice receives 42", aliceHeard, atAlice.digits)
    }

    private func loseSocket(_ alice: DemoPhone, _ winner: DemoPhone, _ call: Call, _ answered: Call) async throws {
        say("cutting \(winner.name)'s socket")
        let before = ObjectIdentifier(answered)
        let cut = trace.now
        winner.cable.cut()
        let lost = try await Patience.wait(.seconds(5)) { winner.client.state != .ready }
        let back = try await Patience.wait(.seconds(10)) {
            winner.client.state == .ready && answered.state.progress == .active && answered.state.link == .up
        }
        figures.reattached = trace.now - cut
        let same = winner.client.calls.contains { ObjectIdentifier($0) == before }
        verify("\(winner.name) noticed and re-attached", lost && back, figures.reattached.text)
        verify("it is the same call object", same)
        // Only what comes from now on counts: the meters still hold what was heard before the cut.
        let fresh = try await winner.hearsAnew(alice.frequency)
        let freshBack = try await alice.hearsAnew(winner.frequency)
        verify("both still hear each other", fresh && freshBack)
        figures.quality = [(alice.name, call.latestQuality), (winner.name, answered.latestQuality)]
    }

    private func hangUp(_ alice: DemoPhone, _ call: Call, _ answered: Call) async throws {
        say("alice hangs up")
        await call.hangUp()
        let both = try await Patience.wait(.seconds(5)) { call.ending != nil && answered.ending != nil }
        figures.endings = ([(alice.name, call)] + bobs.map { ($0.name, $0.name == figures.winner ? answered : nil) })
            .map { ($0.0, $0.1?.ending) }
        let isCompleted = call.ending?.reason == .completed && answered.ending?.reason == .completed
        verify(
            "the call has ended on both sides", both && isCompleted, answered.ending?.reason.rawValue ?? "it has not")
        guard let port, let session = call.names.sessionID else {
            return verify("the status API tells the story", false, "no session id")
        }
        let story = try await CallStory.fetch(session: session, port: port, token: token)
        figures.story = story
        verify("the status API tells the story", story.isWhole(winner: figures.winner), story.summary)
    }
}
