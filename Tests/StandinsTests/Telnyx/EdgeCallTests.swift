import Redaction
import Standins
import Testing
import Verto
import WireJSON

struct EdgeCallTests {
    @Test func `a dialed credential rings its phone with names and headers, and the answer is the leg's`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let phone = scene.phone(login)
        let leg = scene.dial(
            login.address,
            [
                "from_display_name": "Ann", "client_state": "c3RhdGU=",
                "custom_headers": [["name": "X-Session-Id", "value": "ring-7"]],
            ])
        let invite = try #require(scene.told(phone).invite)
        #expect(invite.callerIDName?.revealed == "Ann" && invite.callerIDNumber?.revealed == "+15550100001")
        #expect(invite.customHeaders == [VertoHeader(name: "X-Session-Id", value: Redacted("ring-7"))])
        #expect(invite.telnyxIDs.callControlID?.revealed == leg && invite.clientState?.revealed == "c3RhdGU=")
        #expect(scene.news(of: leg) == ["call.initiated"])
        scene.answer(phone, invite.callID)
        #expect(scene.news(of: leg) == ["call.initiated", "call.answered"])
        scene.ask(phone, .modify(VertoModify(callID: invite.callID, action: .hold)))
        #expect(scene.news(of: leg).last == "call.hold")
        scene.ask(phone, .modify(VertoModify(callID: invite.callID, action: .toggleHold)))
        #expect(scene.news(of: leg).last == "call.unhold")
        scene.ask(phone, .info(VertoInfo(callID: invite.callID, digits: Redacted("4"))))
        #expect(scene.news(of: leg).last == "call.dtmf.received")
        scene.command("hangup", leg)
        #expect(scene.told(phone).bye?.causeCode == .normalClearing)
    }

    @Test(arguments: [
        (VertoCauseCode.userBusy, "user_busy"), (.callRejected, "call_rejected"), (.normalClearing, "call_rejected"),
    ])
    func `a phone that declines ends the leg, with its reason`(cause: VertoCauseCode, word: String) throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let phone = scene.phone(login)
        let leg = scene.dial(login.address)
        let invite = try #require(scene.told(phone).invite)
        scene.ask(phone, .bye(VertoBye(callID: invite.callID, causeCode: cause)))
        #expect(scene.news(of: leg).last == "call.hangup")
        #expect(scene.payload("call.hangup")?["hangup_cause"]?.string == word)
    }

    @Test func `a caller who gives up, and a time that is over, cancel the ringing`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let phone = scene.phone(login)
        let leg = scene.dial(login.address)
        scene.command("hangup", leg)
        let bye = scene.told(phone).bye
        #expect(bye?.causeCode == .originatorCancel && bye?.sipCode == 487)
        _ = scene.dial(login.address, ["timeout_secs": 5])
        scene.pass(.seconds(6))
        #expect(scene.told(phone).bye?.causeCode == .originatorCancel)
        #expect(scene.payload("call.hangup")?["hangup_cause"] == "timeout")
    }

    @Test func `the newest login of a credential rings, and of several phones the first to answer has the call`() throws
    {
        var scene = EdgeScene()
        let (one, two) = (try scene.credential(), try scene.credential())
        let older = scene.phone(one, session: "older")
        let newer = scene.phone(one, session: "newer")
        let other = scene.phone(two, session: "other")
        let leg = scene.dial(one.address, ["to": [.string(one.address), .string(two.address)]])
        #expect(scene.told(older).isEmpty)
        let rung = (try #require(scene.told(newer).invite), try #require(scene.told(other).invite))
        scene.answer(other, rung.1.callID)
        let bye = scene.told(newer).bye
        #expect(bye?.callID == rung.0.callID && bye?.causeCode == .pickedOff && bye?.sipCode == 487)
        #expect(scene.leg(leg)?["state"] == "answered")
        scene.ask(other, .bye(VertoBye(callID: rung.1.callID, causeCode: .normalClearing)))
        #expect(scene.payload("call.hangup")?["hangup_source"] == "callee")
    }

    @Test func `a call dialed by a phone is parked, answered by a command and bridged to the number`()
        throws
    {
        var scene = EdgeScene()
        let login = try scene.credential()
        let phone = scene.phone(login)
        scene.control("POST", "far-ends", ["to": "+15550100077", "answer_ms": 500])
        var dialog = VertoDialog(callID: "out-1")
        dialog.destinationNumber = Redacted("+15550100077")
        dialog.customHeaders = [VertoHeader(name: "X-Dial", value: Redacted("1"))]
        let reply = scene.ask(phone, .invite(VertoInvite(sdp: Redacted("offer"), dialog: dialog)))
        #expect(reply?.content == .result(["callID": "out-1", "message": "CALL CREATED", "sessid": "session-1"]))
        let news = scene.payload("call.initiated")
        let told = try #require(news)
        #expect(told["direction"] == "incoming" && told["state"] == "parked" && told["to"] == "+15550100077")
        #expect(told["from"]?.string == login.address && told["connection_id"]?.string == EdgeScene.connection)
        #expect(told["custom_headers"] == [["name": "X-Dial", "value": "1"]])
        let leg = told["call_control_id"]?.string ?? ""
        guard case .ringing? = scene.told(phone).first else {
            Issue.record("the phone is told that it rings")
            return
        }
        let far = scene.dial("+15550100077", ["link_to": .string(leg), "bridge_on_answer": true])
        scene.pass(.milliseconds(600))
        #expect(scene.told(phone).answer?.sdp?.revealed.hasPrefix("answer") == true)
        #expect(scene.leg(leg)?["bridged_with"]?.string == far)
        scene.control("POST", "legs/\(far)/hangup")
        #expect(scene.told(phone).bye?.causeCode == .normalClearing)
    }

    @Test func `without parking a call is put through, with early sound where the far end has it`() throws {
        var scene = EdgeScene { $0.parksOutboundCalls = false }
        let login = try scene.credential()
        let phone = scene.phone(login)
        scene.control("POST", "far-ends", ["to": "+15550100077", "answer_ms": 2_000, "early_sound": true])
        var dialog = VertoDialog(callID: "out-1")
        dialog.destinationNumber = Redacted("+15550100077")
        scene.ask(phone, .invite(VertoInvite(sdp: Redacted("offer"), dialog: dialog)))
        #expect(scene.payload("call.initiated") == nil, "no command and no news")
        scene.pass(.seconds(1))
        let early = scene.told(phone)
        #expect(early.contains { if case .media = $0 { true } else { false } })
        #expect(Tones.amplitude(of: 440, in: scene.sound[1] ?? []) > 0.1, "it hears that it rings")
        scene.pass(.seconds(2))
        #expect(scene.told(phone).answer?.sdp == nil, "media had the description")
        #expect(Tones.amplitude(of: 500, in: (scene.sound[1] ?? []).suffix(1_600)) > 0.2)
        dialog.callID = "out-2"
        dialog.destinationNumber = Redacted("+15550100078")
        scene.control("POST", "far-ends", ["to": "+15550100078", "decline_ms": 100, "cause": "user_busy"])
        scene.ask(phone, .invite(VertoInvite(sdp: Redacted("offer"), dialog: dialog)))
        scene.pass(.milliseconds(200))
        let bye = scene.told(phone).bye
        #expect(bye?.callID == "out-2" && bye?.causeCode == .userBusy && bye?.sipCode == 486)
    }

    @Test func `a description without a common codec ends the call, and unknown calls are refused as unknown`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let phone = scene.phone(login)
        var dialog = VertoDialog(callID: "out-1")
        dialog.destinationNumber = Redacted("+15550100077")
        scene.ask(phone, .invite(VertoInvite(sdp: Redacted("strange"), dialog: dialog)))
        #expect(scene.told(phone).bye?.causeCode == .incompatibleDestination)
        let late = scene.ask(phone, .modify(VertoModify(callID: "out-1", action: .hold)))
        #expect(late?.content == .failure(.callDoesNotExist))
        let unknown = scene.ask(phone, .bye(VertoBye(callID: "nothing")))
        #expect(unknown?.content == .failure(.callDoesNotExist))
        let candidate = VertoCandidate(callID: "out-1", candidate: Redacted("x"), sdpMid: nil, sdpMLineIndex: 0)
        guard case .result? = scene.ask(phone, .candidate(candidate))?.content else {
            Issue.record("late candidates are no fault")
            return
        }
    }

    @Test func `an answered call waits for its phone, is offered anew with a new peer connection, and ends in time`()
        throws
    {
        var scene = EdgeScene()
        let login = try scene.credential()
        let first = scene.phone(login)
        let leg = scene.dial(login.address)
        let invite = try #require(scene.told(first).invite)
        scene.answer(first, invite.callID)
        scene.control("POST", "edge/cut")
        #expect(scene.leg(leg)?["is_alive"] == true)
        scene.pass(.seconds(5))
        let second = scene.open()
        scene.logIn(second, login.credentials)
        let told = scene.told(second)
        let attach = try #require(told.attach)
        #expect(attach.callID == invite.callID && attach.sdp != invite.sdp)
        for case .clientReady(let ready) in told { #expect(ready.reattachedCallIDs == [invite.callID]) }
        scene.answer(second, invite.callID, isAttach: true)
        scene.close(second)
        scene.pass(.seconds(50))
        let idle = scene.phone(login)
        scene.pass(.seconds(11))
        #expect(scene.leg(leg)?["is_alive"] == false, "the phone is back and does not take the call up")
        #expect(scene.told(idle).bye != nil)
        scene.close(idle)
        let third = scene.open()
        scene.logIn(third, login.credentials)
        for case .clientReady(let ready) in scene.told(third) { #expect(ready.reattachedCallIDs == []) }
    }

    @Test func `another session, and an address that names no edge, get no call back`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let first = scene.phone(login)
        _ = scene.dial(login.address)
        let invite = try #require(scene.told(first).invite)
        scene.answer(first, invite.callID)
        scene.control("POST", "edge/cut")
        for (query, session) in [("", "another"), ("voice_sdk_id=wrong", "session-1")] {
            let phone = scene.open(query)
            scene.logIn(phone, login.credentials, session: session)
            #expect(scene.told(phone).attach == nil)
            scene.close(phone)
        }
        scene.control("POST", "switches", ["reattaches_any_session": true])
        let any = scene.open()
        scene.logIn(any, login.credentials, session: "another")
        #expect(scene.told(any).attach != nil)
        scene.close(any)
        scene.control("POST", "switches", ["reattaches_any_session": false])
        let right = scene.open()
        scene.logIn(right, login.credentials, session: "another")
        #expect(scene.told(right).attach != nil, "its session is the one that had it last")
    }
}
