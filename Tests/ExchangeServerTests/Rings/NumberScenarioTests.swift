import CallModel
import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// Numbered situations of calls to a number that the exchange's own gateway carries, on the running exchange:
/// `Documentation/RingScenarios.md`.
@Suite(.timeLimit(.minutes(2))) struct NumberScenarioTests {
    private static func play(
        database: String? = nil, hasVoicemail: Bool = false, _ body: (RingScene) async throws -> Void
    ) async throws {
        try await RingScene.play(database: database) { configuration in
            guard hasVoicemail else { return }
            configuration.voicemail = VoicemailSettings()
            configuration.users[0].hasVoicemail = true
        } _: { scene in
            try await body(scene)
        }
    }

    // MARK: - Answering

    @Test func `scenario 1: they are joined, and what one says of its side reaches the other`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            call.answer(0)
            _ = try await call.phones[0].client.result(of: "answer")
            #expect(try await call.caller.told("telnyx_rtc.answer")["sdp"]?.string == TestSDP.answer)
            #expect(try await call.farewell(1) == 805, "picked off")
            call.caller.request(
                "info", "telnyx_rtc.info", ["dtmf": "5", "dialogParams": ["callID": .string(call.callID)]])
            _ = try await call.caller.result(of: "info")
            #expect(try await call.phones[0].client.told("telnyx_rtc.info")["dtmf"]?.string == "5")
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == "alice1")
            call.hangUp()
            #expect(try await call.farewell(0) == 16)
            #expect(scene.reasons(try await scene.end(of: call.session)) == ["answered", "answeredElsewhere"])
        }
    }

    @Test func `scenario 2: of two answers at once one wins, every time, and the other hears why not`() async throws {
        try await Self.play { scene in
            var call = try await scene.numberRinging()
            for round in 1...20 {
                call.answer(round % 2)
                call.answer(1 - round % 2)
                _ = try await call.caller.told("telnyx_rtc.answer")
                var winners: [Int] = []
                for phone in 0...1 {
                    let reply = try await call.phones[phone].client.message()
                    if reply["result"] != nil { winners.append(phone) } else { #expect(reply["error"] != nil) }
                    if reply["result"] == nil { #expect(try await call.farewell(phone) == 805) }
                }
                #expect(winners.count == 1)
                call.hangUp()
                if let winner = winners.first { #expect(try await call.farewell(winner) == 16) }
                _ = try await call.caller.result(of: "bye")
                let reasons = scene.reasons(try await scene.end(of: call.session))
                #expect(Set(reasons) == ["answered", "answeredElsewhere"])
                guard round < 20 else { return }
                call = try await scene.numberRinging(call.phones.map(\.client), from: call.caller, as: "c\(round)")
            }
        }
    }

    @Test func `scenario 11: a claim that is not used lapses, and the other answers`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            #expect(try await scene.ask("claim", of: "alice1", call.session)["reply"] == "granted")
            #expect(try await scene.ask("claim", of: "alice2", call.session)["reply"] == "taken")
            call.answer(1)
            #expect(try await scene.status(of: call.session) { _ in true }["state"]?.string != "active")
            scene.clock.advance(by: .seconds(6))
            _ = try await call.phones[1].client.result(of: "answer")
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == "alice2")
            call.hangUp()
            #expect(scene.reasons(try await scene.end(of: call.session)) == ["answeredElsewhere", "answered"])
        }
    }

    @Test func `scenario 12: who answers beside a claim loses when it is used`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            #expect(try await scene.ask("claim", of: "alice1", call.session)["reply"] == "granted")
            call.answer(1)
            call.answer(0)
            _ = try await call.phones[0].client.result(of: "answer")
            _ = try await call.phones[1].client.failure(of: "answer")
            #expect(try await call.farewell(1) == 805)
            call.hangUp()
            #expect(scene.reasons(try await scene.end(of: call.session)) == ["answered", "answeredElsewhere"])
        }
    }

    // MARK: - Hanging up and declining

    @Test func `scenario 16: a caller who gives up ends every leg, and it is a missed call`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            call.hangUp()
            for phone in 0...1 { #expect(try await call.farewell(phone) == 487) }
            let ended = try await scene.end(of: call.session)
            #expect(ended["outcome"]?.string == "cancelled")
            #expect(scene.reasons(ended) == ["callerCancelled", "callerCancelled"])
            for user in [RingScene.basicOfAlice, TestHTTP.basic("bob", "bob-secret")] {
                #expect(try await scene.history(of: user).map { $0["call_session_id"]?.string } == [call.session])
            }
        }
    }

    @Test func `scenario 19: a winner who hangs up before they are joined leaves the call to the others`() async throws
    {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            // As long as another's claim lasts an answer waits.
            #expect(try await scene.ask("claim", of: "alice1", call.session)["reply"] == "granted")
            call.answer(1)
            call.phones[1].client.bye(call.phones[1].leg, .telnyx)
            _ = try await call.phones[1].client.result(of: "bye")
            call.answer(0)
            _ = try await call.caller.told("telnyx_rtc.answer")
            call.hangUp()
            #expect(scene.reasons(try await scene.end(of: call.session)) == ["answered", "lost"])
        }
    }

    @Test func `scenario 27: declining here ends that leg only, over the socket as over the API`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            _ = try await scene.ask("decline", of: "alice1", call.session)
            #expect(try await call.farewell(0) == 21)
            #expect(try await scene.status(of: call.session) { _ in true }["state"]?.string == "ringing")
            call.phones[1].client.bye(call.phones[1].leg, .telnyx, cause: 21)
            #expect(try await call.caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 21)
            #expect(scene.reasons(try await scene.end(of: call.session)) == ["declined", "declined"])
        }
    }

    @Test func `scenario 28: declining everywhere ends the user's devices, and the caller hears it`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            _ = try await scene.ask("decline-everywhere", of: "alice2", call.session)
            for phone in 0...1 { #expect(try await call.farewell(phone) == 21) }
            #expect(try await call.caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 21)
            let ended = try await scene.end(of: call.session)
            #expect(ended["outcome"]?.string == "declined")
            #expect(scene.reasons(ended) == ["declinedElsewhere", "declined"])
        }
    }

    @Test func `scenario 68: the operator ends a conversation, and both sides hear it`() async throws {
        try await Self.play { scene in
            let call = try await scene.numberRinging()
            call.answer(0)
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            let reply = try await TestHTTP.ask(
                scene.server, .POST, "/api/calls/\(call.session)/requests",
                authorization: TestHTTP.bearer(TestExchange.token),
                body: #"{"request":"end","version":\#(active["version"]?.integer ?? 0)}"#)
            #expect(reply.status == 200)
            _ = try await call.caller.told("telnyx_rtc.answer")
            #expect(try await call.caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 16)
            #expect(try await scene.end(of: call.session)["outcome"]?.string == "endedByOperator")
        }
    }

    // MARK: - Waking

    @Test func `scenario 52: a phone that is woken by push is rung as soon as it has logged in`() async throws {
        try await Self.play { scene in
            let caller = try await scene.phone("bob-phone")
            _ = try await caller.dial(RingScene.number, callID: "c", .telnyx)
            let pushes = try await scene.pushes(2)
            #expect(Set(pushes.map(\.token)) == Set(["alice1", "alice2"].map(RingScene.tokenText)))
            let phone = try await scene.phone("alice2")
            let invite = try await phone.told("telnyx_rtc.invite")
            #expect(invite["telnyx_session_id"]?.string == pushes[0].session)
            phone.answer(try #require(invite["callID"]?.string), .telnyx)
            _ = try await phone.result(of: "answer")
            let active = try await scene.status(of: pushes[0].session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == "alice2")
            // The other hears by push that it is over.
            let over = try await scene.pushes(3).last
            #expect(over?.token == RingScene.tokenText("alice1") && over?.type == "ended")
            caller.bye("c", .telnyx)
            _ = try await scene.end(of: pushes[0].session)
        }
    }

    @Test func `scenario 32: where nobody can be reached the caller hears it at once`() async throws {
        try await RingScene.play { configuration in
            for index in configuration.users[0].devices.indices {
                configuration.users[0].devices[index].pushTokens = []
            }
        } _: { scene in
            let caller = try await scene.phone("bob-phone")
            _ = try await caller.dial(RingScene.number, callID: "c", .telnyx)
            let cause = try await caller.told("telnyx_rtc.bye")["causeCode"]?.integer
            #expect(cause == Int64(HangUpCause.userNotRegistered.code))
            let history = try await scene.history(of: TestHTTP.bearer(TestExchange.token))
            #expect(history.first?["outcome"]?.string == "unreachable")
        }
    }

    // MARK: - Messages

    /// Rings out, and the attendant has taken the call.
    private static func greeted(_ scene: RingScene) async throws -> (NumberCall, attendant: TestClient) {
        let access = try #require(scene.server.attendantAccess)
        let attendant = try await TestClient.connect(to: scene.server, port: access.port)
        try await attendant.logIn(
            .telnyx, as: access.login, password: access.password.revealed, session: "attendant")
        let call = try await scene.numberRinging()
        scene.clock.advance(by: .seconds(31))
        let invite = try await attendant.told("telnyx_rtc.invite")
        for phone in 0...1 { #expect(try await call.farewell(phone) == 19) }
        attendant.answer(try #require(invite["callID"]?.string), .telnyx)
        _ = try await attendant.result(of: "answer")
        _ = try await call.caller.told("telnyx_rtc.answer")
        _ = try await scene.status(of: call.session) { $0["state"]?.string == "voicemail" }
        return (call, attendant)
    }

    @Test func `scenario 83: nobody answers, the attendant takes a message, and it is in the mailbox`() async throws {
        try await Self.play(hasVoicemail: true) { scene in
            let (call, attendant) = try await Self.greeted(scene)
            call.hangUp()
            _ = try await attendant.told("telnyx_rtc.bye")
            await scene.server.keep(
                VoicemailMessage(
                    mailbox: "alice", session: call.session, callerName: "Bob", callerNumber: "1002",
                    length: .seconds(3), sound: Array("RIFF".utf8)))
            #expect(try await scene.end(of: call.session)["outcome"]?.string == "message")
            let messages = try await scene.messages { !$0.isEmpty }
            #expect(messages.map { $0["call_session_id"]?.string } == [call.session])
            #expect(messages.first?["milliseconds"] == 3_000)
            let id = messages.first?["id"]?.string ?? ""
            let sound = try await TestHTTP.ask(
                scene.server, "/api/voicemail/\(id)/sound", authorization: RingScene.basicOfAlice)
            #expect(sound.text == "RIFF")
        }
    }

    @Test func `scenario 83: a caller who says nothing leaves no message, and the call is missed`() async throws {
        try await Self.play(hasVoicemail: true) { scene in
            let (call, _) = try await Self.greeted(scene)
            call.hangUp()
            await scene.server.discard(messageInCall: call.session)
            #expect(try await scene.end(of: call.session)["outcome"]?.string == "noAnswer")
            #expect(try await scene.messages { _ in true }.isEmpty)
        }
    }

    @Test(arguments: [false, true])
    func `without an attendant a call that nobody answers ends`(hasVoicemail: Bool) async throws {
        // Where there is voicemail, its attendant has not come.
        try await Self.play(hasVoicemail: hasVoicemail) { scene in
            let call = try await scene.numberRinging()
            scene.clock.advance(by: .seconds(31))
            #expect(try await call.caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 19)
            #expect(try await scene.end(of: call.session)["outcome"]?.string == "noAnswer")
        }
    }

    // MARK: - Failing

    @Test(arguments: [false, true])
    func `scenario 36: after a crash the call is found gone, and its session ends`(isAnswered: Bool) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path) { scene in
            let call = try await scene.numberRinging()
            if isAnswered {
                call.answer(0)
                _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            }
            try await scene.succeeded(in: folder) { next in
                let ended = try await next.end(of: call.session)
                #expect(next.reasons(ended).allSatisfy { $0 != nil })
                // The next call rings as if nothing had been.
                let again = try await next.numberRinging()
                again.answer(1)
                _ = try await next.status(of: again.session) { $0["state"]?.string == "active" }
                again.hangUp()
                #expect(next.reasons(try await next.end(of: again.session)) == ["answeredElsewhere", "answered"])
            }
        }
    }
}
