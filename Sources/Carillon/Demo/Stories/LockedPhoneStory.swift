import CallModel
import CarillonRTC
import Foundation
import MediaEngine
import NativeMedia
import Redaction
import Standins
import WireJSON

/// A call reaches a locked iPhone through Apple's push service, for an organization that its owner does not have in
/// use.
final class LockedPhoneStory: DemoStory {
    static let name = "locked-phone"
    static let summary = "alice calls carol on her locked iPhone; a push wakes it for the other of her organizations"
    static let verificationCount = 10

    private let stage: StoryRecorder
    private var engine: NativeMediaEngine?
    private var exchange: DemoExchange?
    private var alice: DemoPhone?
    private var handset: DemoHandset?

    init(on stage: StoryRecorder) {
        self.stage = stage
    }

    var port: Int? { exchange?.port }

    func run() async throws {
        let engine = try NativeMediaEngine()
        self.engine = engine
        stage.announce("starting an exchange on a free loopback port, and Apple's push service beside it")
        let people = [DemoUsers.handsetUser, DemoUsers.stranger].map { DemoUsers.person($0) }
        let exchange = try await DemoExchange.start(
            tracing: stage.trace, users: [DemoUsers.user("alice", [DemoUsers.caller])] + people)
        self.exchange = exchange
        let alice = try await DemoPhone(
            DemoUsers.caller, watching: [DemoUsers.handset.frequency], port: exchange.port, engine: engine,
            trace: stage.trace)
        self.alice = alice
        guard let (handset, address) = try await settle(engine, at: exchange),
            let call = try await ring(handset, from: alice, address, at: exchange)
        else { return }
        try await answer(handset, alice, call)
        try await hangUp(handset, call)
        try await lookAt(call, at: exchange)
    }

    func finish() async {
        await alice?.client.disconnect()
        await handset?.finish()
        await exchange?.stop()
        engine?.close()
    }
}

/// The steps, in order.
extension LockedPhoneStory {
    private func settle(
        _ engine: NativeMediaEngine, at exchange: DemoExchange
    ) async throws -> (DemoHandset, String)? {
        stage.announce("carol signs in on an iPhone for two organizations and locks it")
        try await HandsetAccount.prepare(at: exchange)
        let handset = try await DemoHandset(port: exchange.port, engine: engine, trace: stage.trace)
        self.handset = handset
        let names = DemoUsers.handsetOrganizations
        let isSettled = try await handset.settle(names)
        let isGone = try await hasNoSocket(DemoUsers.handsetUser, at: exchange)
        if let device = try await HandsetAccount.device(port: exchange.port) {
            stage.deviceNames[device] = DemoUsers.handset.name
        }
        stage.verify(
            "the exchange has the locked phone's push token, and no socket of it", isSettled && isGone,
            "credentials of \(names.joined(separator: " and ")), \(names[0]) in use")
        guard let address = await handset.token else { return nil }
        exchange.apns.register(APNsDevice(token: address, topics: [DemoUsers.topic]))
        return (handset, address)
    }

    /// Waits until the exchange has no socket of the user; it notices a moment later that a process is gone.
    private func hasNoSocket(_ user: String, at exchange: DemoExchange) async throws -> Bool {
        for _ in 0..<100 {
            if try await exchange.registered(of: user).isEmpty { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private func ring(
        _ handset: DemoHandset, from alice: DemoPhone, _ address: String, at exchange: DemoExchange
    ) async throws -> Call? {
        stage.announce("alice dials carol, who has no socket")
        let apns = exchange.apns
        let dialed = stage.trace.now
        var options = DialOptions()
        options.source = alice.tone
        options.sink = alice.meter
        let call = try await alice.client.dial(DemoUsers.handsetUser, options)
        _ = try await DemoTimeout.wait(DemoTimeout.net) { apns.receivedCount > 0 }
        let pushed = stage.measure(
            "pushed", from: "alice dials carol", to: "Apple's stand-in has the push", since: dialed)
        guard let push = apns.received.first else {
            stage.verify("the exchange pushed to carol's phone", false, "\(apns.counts)")
            return nil
        }
        let body = (try? JSONParser.parse(push.payload))?.object?["carillon"]?.object
        let isRight = push.pushType == .voip && push.device == address && body?["session"] != nil
        stage.verify("Apple's stand-in took a VoIP push to carol's phone", isRight, pushed.text)
        let rings = try await handset.handle(push)
        let rang = stage.measure(
            "rang_locked", from: "alice dials carol", to: "her locked phone rings", since: dialed)
        stage.verify(
            "the locked phone rang before its push delegate returned", rings,
            "\(rang.text) after dialing")
        let (mine, used) = await handset.organizations
        stage.verify(
            "the phone shows the organization that is called",
            mine == DashboardClient.organization && used == DemoUsers.handsetOrganizations[0],
            "\(mine ?? "no organization's"), while \(used ?? "nothing") is in use")
        let isKnown = try await handset.passes { call.state.progress == .ringing }
        // The exchange may ring the phone, and tell alice so, before the phone's own log-in has reached its screens.
        let isAlone = try await handset.isConnected(for: DashboardClient.organization)
        stage.verify(
            "it logged in for that organization alone, and alice's phone shows ringing",
            isKnown && isAlone, await handset.connected.joined(separator: ", "))
        return rings ? call : nil
    }

    private func answer(_ handset: DemoHandset, _ alice: DemoPhone, _ call: Call) async throws {
        stage.announce("carol answers on the lock screen")
        let tapped = stage.trace.now
        let isAnswered = try await handset.answer()
        let isActive = try await handset.passes { call.state.progress == .active }
        let took = stage.measure(
            "answered_locked", from: "carol answers on the lock screen", to: "active at both ends", since: tapped)
        stage.verify("the call is active on the locked phone", isAnswered && isActive, took.text)
        let (there, back) = (handset.meter, alice.meter)
        let (said, answered) = (alice.frequency, DemoUsers.handset.frequency)
        let isHeard = try await handset.passes { (there.level(of: said) ?? 0) > DemoPhone.heardLevelMin }
        let isHeardBack = try await handset.passes { (back.level(of: answered) ?? 0) > DemoPhone.heardLevelMin }
        stage.verify("carol hears alice's \(Int(said)) Hz", isHeard, (there.level(of: said) ?? 0).levelText)
        stage.verify("alice hears carol's \(Int(answered)) Hz", isHeardBack, (back.level(of: answered) ?? 0).levelText)
    }

    private func hangUp(_ handset: DemoHandset, _ call: Call) async throws {
        stage.announce("carol hangs up on the system's screen")
        let isQuiet = try await handset.hangUp()
        let isOver = try await handset.passes { call.ending != nil }
        stage.verify(
            "hung up there, the call has ended at both ends", isQuiet && isOver && call.ending?.reason == .completed,
            call.ending?.reason.rawValue ?? "it has not")
    }

    private func lookAt(_ call: Call, at exchange: DemoExchange) async throws {
        guard let session = call.names.sessionID else { return }
        let port = exchange.port
        let path = "/api/voip/call-status/\(session)"
        let story = try await DemoAPIClient.ask(path, port: port, as: DemoAPIClient.basic(DemoUsers.handsetUser))
        let dave = DemoAPIClient.basic(DemoUsers.stranger)
        let status = try await DemoAPIClient.status(path, port: port, as: dave)
        let seen = try await DemoAPIClient.ask("/api/voip/busy?user=alice&user=carol", port: port, as: dave)
        let users = (seen["users"]?.array ?? []).compactMap { $0.object?["user"]?.string }
        let organization = story["organization_id"]?.string
        stage.verify(
            "carol sees the call; dave, of \(DemoUsers.handsetOrganizations[0]) only, sees neither the call nor alice",
            organization == DashboardClient.organization && status == 404 && users == [DemoUsers.handsetUser],
            "it is \(organization ?? "no organization")'s; dave gets \(status), and sees \(users.joined(separator: ", "))"
        )
    }
}
