import CallModel
import ExchangeServer
import NIOHTTP1
import RingCore
import Standins
import Testing
import WireJSON

/// Calls of the public network on the running exchange: Telnyx, Apple's push service and the database are reached over
/// loopback as they would be outside.
@Suite(.timeLimit(.minutes(1))) struct PublicCallTests {
    @Test func `a call rings two phones by push; both answer at once, one talks and the other is told`() async throws {
        try await RingScene.play { scene in
            let (caller, session, rung) = try await scene.ringing()
            let pushes = try await scene.pushes(2)
            #expect(Set(pushes.map(\.token)) == Set(["alice1", "alice2"].map(RingScene.tokenText)))
            #expect(pushes.allSatisfy { $0.type == "call" && $0.session == session })
            #expect(pushes.allSatisfy { !$0.text.contains("5550100001") }, "nobody on the way reads who calls")
            await withTaskGroup(of: Void.self) { group in
                for leg in rung { group.addTask { scene.act("answer", on: leg.id) } }
            }
            let winner = try await scene.until {
                let legs = scene.legs.filter { !$0.isIncoming }
                return legs.contains { $0.state == "over" } ? legs.first { $0.state == "bridged" } : nil
            }
            #expect(winner.partner == caller)
            #expect(scene.asked("actions/bridge").count == 1)
            #expect(scene.asked("actions/answer").count == 1)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(RingScene.address(of: active["winner"]?.string ?? "") == winner.to)

            scene.act("hangup", on: caller)
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "completedByCaller")
            let reasons = (ended["devices"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
            #expect(reasons.sorted() == ["answered", "answeredElsewhere"])
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            #expect(scene.apns.receivedCount == 2, "the loser had answered, and heard the end on its own leg")
        }
    }

    @Test func `a caller who gives up silences every phone and is a missed call`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.act("hangup", on: caller)
            let cancels = try await scene.pushes(4).dropFirst(2)
            #expect(cancels.allSatisfy { $0.type == "ended" && $0.ending == "cancelled" })
            #expect(Set(cancels.map(\.token)).count == 2)
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "cancelled")
        }
    }

    @Test func `nobody answers: greeting, tone, and a message that alice finds`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            #expect(scene.asked("actions/speak").count == 1)
            _ = try await scene.until { scene.legs.allSatisfy { $0.isIncoming || $0.state == "over" } ? true : nil }
            scene.telnyx.clock.advance(by: .seconds(5))
            scene.act("hangup", on: caller)
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "message")
            let found = try await scene.messages { !$0.isEmpty }
            #expect(found.count == 1)
            #expect(found.first?["call_session_id"]?.string == session)
            #expect(found.first?["caller_number"]?.string == "+15550100001")
            #expect((found.first?["milliseconds"]?.integer ?? 0) >= 5_000)
            let ofBob = try await TestHTTP.ask(
                scene.server, "/api/voicemail", authorization: TestHTTP.basic("bob", "bob-secret"))
            #expect(ofBob.object["messages"] == [])
        }
    }

    @Test func `a caller who says nothing leaves a missed call and no message`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.act("hangup", on: caller)
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "noAnswer")
            #expect(try await scene.messages { _ in true }.isEmpty)
        }
    }

    @Test func `a message as long as one may be is cut, and kept`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.telnyx.clock.advance(by: .seconds(5))
            scene.clock.advance(by: RingLimits.messageTimeMax + .seconds(1))
            _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "message")
            #expect(try await scene.messages { !$0.isEmpty }.count == 1)
        }
    }

    @Test func `the news that a caller was answered is lost: they still leave a message, and are hung up`() async throws
    {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.telnyx.set { $0.lostEvents = ["call.answered": 1] }
            scene.clock.advance(by: .seconds(31))
            _ = try await scene.until { scene.asked("actions/answer").first { $0.status == 200 } }
            scene.clock.advance(by: RingLimits.bridgeTimeMax + .seconds(1))
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            scene.telnyx.clock.advance(by: .seconds(5))
            scene.clock.advance(by: RingLimits.messageTimeMax + .seconds(1))
            _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            #expect(scene.asked("actions/reject").isEmpty)
            let ended = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "message")
        }
    }

    @Test func `a winner is lost before a word: the caller is told to wait, and the other phone takes the call`()
        async throws
    {
        try await RingScene.play { scene in
            let (_, session, rung) = try await scene.ringing()
            scene.telnyx.set { $0.passingBridgeRefusals = 4 }
            scene.act("answer", on: rung[0].id)
            _ = try await scene.until { scene.asked("actions/bridge").first { $0.status == 422 } }
            scene.act("hangup", on: rung[0].id)
            _ = try await scene.until { scene.asked("actions/speak").first { $0.status == 200 } }
            scene.telnyx.set { $0.passingBridgeRefusals = 0 }
            scene.act("answer", on: rung[1].id)
            let active = try await scene.status(of: session) { $0["state"]?.string == "active" }
            #expect(RingScene.address(of: active["winner"]?.string ?? "") == rung[1].to)
        }
    }

    @Test func `scenario 71: a user is removed from the organisation while it rings: the phones stop at once`()
        async throws
    {
        try await RingScene.play { scene in
            let (token, place) = (TestHTTP.bearer(TestExchange.token), "/api/organizations")
            let made = try await TestHTTP.ask(
                scene.server, .POST, place, authorization: token,
                body: #"{"name":"Acme","id":"acme","owner":"bob"}"#)
            let member = try await TestHTTP.ask(
                scene.server, .PUT, "\(place)/acme/members/alice", authorization: token, body: #"{"role":"member"}"#)
            try #require(made.status == 201 && member.status == 200)
            let (_, session, _) = try await scene.ringing()
            let removed = try await TestHTTP.ask(
                scene.server, .DELETE, "\(place)/acme/members/alice", authorization: token)
            #expect(removed.status == 204)
            _ = try await scene.until { scene.legs.allSatisfy { $0.isIncoming || $0.state == "over" } ? true : nil }
            let status = try await scene.status(of: session) { $0["state"]?.string != "ringing" }
            let reasons = (status["devices"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
            #expect(reasons == ["withdrawn", "withdrawn"])
        }
    }

    @Test func `everybody declines: the caller hears the greeting at once`() async throws {
        try await RingScene.play { scene in
            let (_, session, rung) = try await scene.ringing()
            for leg in rung { scene.act("decline", on: leg.id) }
            _ = try await scene.until { scene.asked("actions/speak").first { $0.status == 200 } }
            let status = try await scene.status(of: session) { $0["state"]?.string == "voicemail" }
            let reasons = (status["devices"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
            #expect(reasons == ["declined", "declined"])
        }
    }

    @Test func `a call to a number of nobody's is turned away and rings nobody`() async throws {
        try await RingScene.play { scene in
            let caller = scene.telnyx.callIn(from: "+15550100001", to: "+15550109999")
            _ = try await scene.until { scene.asked("actions/reject").first { $0.status == 200 } }
            _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            #expect(scene.asked("/v2/calls").allSatisfy { $0.path.contains("actions/reject") }, "no dial")
            #expect(scene.apns.receivedCount == 0)
        }
    }

    @Test func `of two devices that ask for the call before they answer one may`() async throws {
        try await RingScene.play { scene in
            let (_, session, _) = try await scene.ringing()
            let first = try await claim(scene, session, "alice1", as: "alice1", "alice1-secret")
            #expect(first.object["reply"]?.string == "granted")
            let second = try await claim(scene, session, "alice2", as: "alice2", "alice2-secret")
            #expect(second.object["reply"]?.string == "taken")
            let again = try await claim(scene, session, "alice1", as: "alice1", "alice1-secret")
            #expect(again.object["reply"]?.string == "granted")
        }
    }

    @Test func `whose call it is not can do nothing about it, and does not learn that there is one`() async throws {
        try await RingScene.play { scene in
            let (_, session, _) = try await scene.ringing()
            let foreign = try await claim(scene, session, "alice1", as: "bob", "bob-secret")
            let unknown = try await claim(
                scene, "01234567-89ab-7def-8123-456789abcdef", "bob-phone", as: "bob", "bob-secret")
            #expect(foreign.status == 404 && unknown.status == 404 && foreign.text == unknown.text)
            #expect(try await claim(scene, session, "alice1", as: "alice1", "wrong").status == 401)
        }
    }

    private func claim(
        _ scene: RingScene, _ session: String, _ device: String, as login: String, _ password: String
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(
            scene.server, .POST, "/api/calls/\(session)/claim", authorization: TestHTTP.basic(login, password),
            body: "{\"device\":\"\(device)\"}")
    }
}
