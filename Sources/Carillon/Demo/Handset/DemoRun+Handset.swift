import CallModel
import CarillonRTC
import Foundation
import MediaEngine
import NativeMedia
import Redaction
import Standins
import WireJSON

/// A call to somebody whose phone lies locked on the table, and who is at work for another organisation.
extension DemoRun {
    func callHandset(_ alice: DemoPhone, _ engine: NativeMediaEngine) async throws {
        guard let port, let apns else { return }
        say("carol signs in on an iPhone for two organisations, and locks it")
        try await HandsetAccount.prepare(port: port, operatorToken: token)
        let handset = try await DemoHandset(port: port, engine: engine, trace: trace)
        self.handset = handset
        let names = DemoCast.handsetOrganizations
        let isSettled = try await handset.settle(names)
        let isGone = try await hasNoSocket(DemoCast.handsetUser)
        if let device = try await HandsetAccount.device(port: port) { deviceNames[device] = DemoCast.handset.name }
        verify(
            "the exchange has the locked phone's push token, and no socket of it", isSettled && isGone,
            "credentials of \(names.joined(separator: " and ")), \(names[0]) in use")
        guard let address = await handset.token else { return }
        apns.register(APNsDevice(token: address, topics: [DemoCast.topic]))
        guard let call = try await ring(handset, from: alice, address) else { return }
        try await answer(handset, alice, call)
        try await hangUp(handset, call)
        try await lookAt(call)
    }

    /// The exchange learns a moment later that a process is gone.
    private func hasNoSocket(_ user: String) async throws -> Bool {
        guard let port else { return false }
        for _ in 0..<100 {
            if try await DemoQuestion.registered(of: user, port: port, token: token).isEmpty { return true }
            try await Task.sleep(for: .milliseconds(10))
        }
        return false
    }

    private func ring(_ handset: DemoHandset, from alice: DemoPhone, _ address: String) async throws -> Call? {
        guard let apns else { return nil }
        say("alice dials carol, who has no socket")
        let dialled = trace.now
        var options = DialOptions()
        options.source = alice.tone
        options.sink = alice.meter
        let call = try await alice.client.dial(DemoCast.handsetUser, options)
        _ = try await Patience.wait(.seconds(5)) { apns.receivedCount > 0 }
        figures.pushed = trace.now - dialled
        guard let push = apns.received.first else {
            verify("the exchange pushed to carol's phone", false, "\(apns.counts)")
            return nil
        }
        let body = (try? JSONParser.parse(push.payload))?.object?["carillon"]?.object
        let isRight = push.pushType == .voip && push.device == address && body?["session"] != nil
        verify("Apple's stand-in took a VoIP push to carol's phone", isRight, figures.pushed.text)
        let rings = try await handset.take(push)
        figures.rangLocked = trace.now - dialled
        verify(
            "the locked phone rang before its push delegate returned", rings,
            "\(figures.rangLocked.text) after dialling")
        let (mine, used) = await handset.organizations
        verify(
            "the phone says whose call it is",
            mine == DashboardFeed.organization && used == DemoCast.handsetOrganizations[0],
            "\(mine ?? "nobody's"), while \(used ?? "nothing") is in use")
        let isKnown = try await handset.passes { call.state.progress == .ringing }
        // The exchange may ring the phone, and tell alice so, before the phone's own log-in has reached its screens.
        let isAlone = try await handset.isConnected(for: DashboardFeed.organization)
        verify(
            "it logged in for that organisation alone, and alice is told that it rings",
            isKnown && isAlone, await handset.connected.joined(separator: ", "))
        return rings ? call : nil
    }

    private func answer(_ handset: DemoHandset, _ alice: DemoPhone, _ call: Call) async throws {
        say("carol answers on the lock screen")
        let tapped = trace.now
        let isAnswered = try await handset.answer()
        let isActive = try await handset.passes { call.state.progress == .active }
        figures.answeredLocked = trace.now - tapped
        verify("the call is active on the locked phone", isAnswered && isActive, figures.answeredLocked.text)
        let (there, back) = (handset.meter, alice.meter)
        let (said, answered) = (alice.frequency, DemoCast.handset.frequency)
        let isHeard = try await handset.passes { (there.level(of: said) ?? 0) > DemoPhone.heardLevelMin }
        let isHeardBack = try await handset.passes { (back.level(of: answered) ?? 0) > DemoPhone.heardLevelMin }
        verify("carol hears alice's \(Int(said)) Hz", isHeard, (there.level(of: said) ?? 0).levelText)
        verify("alice hears carol's \(Int(answered)) Hz", isHeardBack, (back.level(of: answered) ?? 0).levelText)
    }

    private func hangUp(_ handset: DemoHandset, _ call: Call) async throws {
        say("carol hangs up on the system's screen")
        let isQuiet = try await handset.hangUp()
        let isOver = try await handset.passes { call.ending != nil }
        verify(
            "hung up there, the call has ended at both ends", isQuiet && isOver && call.ending?.reason == .completed,
            call.ending?.reason.rawValue ?? "it has not")
    }

    private func lookAt(_ call: Call) async throws {
        guard let port, let session = call.names.sessionID else { return }
        let path = "/api/voip/call-status/\(session)"
        let story = try await DemoQuestion.ask(path, port: port, as: DemoQuestion.basic(DemoCast.handsetUser))
        let dave = DemoQuestion.basic(DemoCast.stranger)
        let status = try await DemoQuestion.status(path, port: port, as: dave)
        let seen = try await DemoQuestion.ask("/api/voip/busy?user=alice&user=carol", port: port, as: dave)
        let users = (seen["users"]?.array ?? []).compactMap { $0.object?["user"]?.string }
        let organization = story["organization_id"]?.string
        verify(
            "carol sees the call; dave, of \(DemoCast.handsetOrganizations[0]) only, neither it nor alice",
            organization == DashboardFeed.organization && status == 404 && users == [DemoCast.handsetUser],
            "it is \(organization ?? "nobody")'s; dave gets \(status), and sees \(users.joined(separator: ", "))")
    }
}
