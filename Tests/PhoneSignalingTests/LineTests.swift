import CallModel
import CarillonRTC
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction
import Testing
import WireJSON

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct LineTests {
    @Test func `an incoming call names its caller, is answered, and ends when the caller hangs up`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (call, line, invitation) = try await it.ring()
            await call.reaches { $0.progress == .ringing }
            #expect(invitation.registration == it.acme)
            #expect(invitation.session?.description == call.names.sessionID)
            #expect(invitation.vendor == nil)
            #expect(invitation.display.name == "Alice Example")
            #expect(invitation.display.handle == .phoneNumber("+15550100"))
            await it.state(of: line) { $0.progress == .ringing }
            it.signaling.perform(.answer(line))
            await it.state(of: line) { $0.progress == .active }
            await call.hangUp()
            #expect(await it.ending(of: line).reason == .completed)
            #expect(it.log.events.last.map { if case .line(line, .ended) = $0 { true } else { false } } == true)
            #expect(it.changes(of: line).allSatisfy { if case .ended = $0.progress { false } else { true } })
        }
    }

    @Test func `a vendor's INVITE says the vendor's name of the call, and the session's in a header`() async throws {
        try await SignalingUnderTest.run(.vendor(sessionHeader: "X-Call-Session")) { it in
            await it.connect()
            let session = CallSessionID(.random(high: 1, low: 1))
            let header = CallHeader("x-call-session", Redacted(session.description))
            let (_, line, invitation) = try await it.ring(with: [CallHeader("X-Other", "1"), header])
            #expect(invitation.session == session)
            #expect(invitation.vendor != nil)
            it.signaling.perform(.decline(line, isBusy: false))
            _ = await it.ending(of: line)
        }
    }

    @Test
    func `over the registration at the carrier the exchange's header names the session, and the carrier the call`()
        async throws
    {
        try await SignalingUnderTest.run { it in
            let carrier = RegistrationID(TestExchange.organization, .carrier)
            let login = CarrierLogin(
                fetchesCalls: true, token: DevicePushToken(Redacted(String(repeating: "ab", count: 32))))
            it.signaling.perform(.connect(carrier, login))
            await it.log.next(.signaling(carrier, .ready))
            let session = CallSessionID(.random(high: 1, low: 2))
            let (_, line, invitation) = try await it.ring(with: [
                CallHeader("X-Session-Id", Redacted(session.description))
            ])
            #expect(invitation.registration == carrier)
            #expect(invitation.session == session && invitation.vendor != nil)
            it.signaling.perform(.answer(line))
            await it.state(of: line) { $0.progress == .active }
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .completed)
            it.signaling.perform(.disconnect(carrier))
        }
    }

    @Test func `an order that fails because the call ends is not reported; the end is`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line) = try await it.talk()
            it.signaling.perform(.digits(line, "5"))  // It takes the time of media, which does not pass.
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .completed)
            it.signaling.perform(.disconnect(it.acme))
            await it.connect()
            #expect(!it.log.events.contains { if case .line(_, .failed) = $0 { true } else { false } })
        }
    }

    @Test func `a transfer to a name that no user has fails with its reason, and the call goes on`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line) = try await it.talk()
            var failed: LineEvent?
            // on purpose: the exchange refuses a transfer until it knows that the caller has the answer
            while failed == nil || failed == .failed(.transfer) {
                it.signaling.perform(.transfer(line, to: "no-such-user"))
                failed = await it.log.next { event in
                    guard case .line(line, let event) = event else { return nil }
                    switch event {
                    case .failed, .transferFailed: return event
                    case .invited, .changed, .terminationLost, .ended: return nil
                    }
                }
            }
            #expect(failed == .transferFailed(Ending(.unreachable, cause: .unallocatedNumber)))
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .completed)
        }
    }

    @Test func `a call that is not answered yet is not transferred, and the phone is told`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line, _) = try await it.ring()
            it.signaling.perform(.transfer(line, to: "desk"))
            await it.log.next(.line(line, .failed(.transfer)))
            it.signaling.perform(.decline(line, isBusy: false))
            #expect(await it.ending(of: line).reason == .declined)
        }
    }

    @Test func `a call turned down is turned down for the caller`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (call, line, _) = try await it.ring()
            it.signaling.perform(.decline(line, isBusy: false))
            #expect(await it.ending(of: line).reason == .declined)
            for await event in call.events { if case .ended = event { break } }
            #expect(call.ending?.reason == .declined)
        }
    }

    @Test func `an order that comes with the announcement of a call finds its line`() async throws {
        try await SignalingUnderTest.run { it in
            it.log.react = { [signaling = it.signaling] event in
                if case .line(let line, .invited) = event { signaling.perform(.decline(line, isBusy: true)) }
            }
            await it.connect()
            let (call, line, _) = try await it.ring()
            _ = await it.ending(of: line)
            for await event in call.events { if case .ended = event { break } }
            #expect(call.ending?.reason == .busy)
        }
    }

    @Test func `orders given while a call is being dialed are carried out in sequence`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let alice = try await it.aliceConnected()
            var incoming = alice.incomingCalls.makeAsyncIterator()
            let line = LineID(outbound: CallUUID(.random(high: 1, low: 1)))
            it.signaling.perform(.dial(line, it.acme, .user("alice")))
            it.signaling.perform(.dial(line, it.acme, .user("alice")))
            let call = try #require(await incoming.next())
            await it.state(of: line) { $0.progress == .ringing }
            call.setAudioSink(it.aliceHears)
            try await call.answer()
            await it.state(of: line) { $0.progress == .active }
            it.signaling.startAudio(of: line)
            #expect(it.listen().alice)
            for _ in 0..<10 {
                it.signaling.perform(.mute(line, false))
                it.signaling.perform(.mute(line, true))
            }
            it.signaling.perform(.hold(line, true))
            await it.state(of: line) { $0.hold == .on }
            it.signaling.perform(.hold(line, false))
            await it.state(of: line) { $0.hold == .off }
            #expect(!it.listen().alice)
            it.signaling.perform(.mute(line, false))
            let digits = call.digits
            it.signaling.perform(.digits(line, "5"))
            let passing = it.passTime()
            let digit = await digits.first { @Sendable _ in true }
            passing.cancel()
            #expect(digit == "5")
            #expect(it.listen().alice)
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .completed)
        }
    }

    @Test func `a call that cannot be placed is reported as such, and its line has no more events`() async throws {
        try await SignalingUnderTest.run { it in
            let early = LineID(outbound: CallUUID(.random(high: 1, low: 1)))
            it.signaling.perform(.dial(early, it.acme, .user("alice")))
            #expect(it.log.events == [.line(early, .failed(.dial))])
            await it.connect()
            let endless = LineID(outbound: CallUUID(.random(high: 1, low: 2)))
            it.signaling.perform(.dial(endless, it.acme, .user(Redacted(String(repeating: "1", count: 300)))))
            #expect(it.log.events.last == .line(endless, .failed(.dial)))
            it.signaling.perform(.hangUp(early))
            it.signaling.perform(.disconnect(it.acme))
            let late = LineID(outbound: CallUUID(.random(high: 1, low: 3)))
            it.signaling.perform(.dial(late, it.acme, .user("alice")))
            #expect(it.log.events.last == .line(late, .failed(.dial)))
        }
    }

    @Test func `a call that is taken is asked for by its session, and rings no device`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let alice = try await it.aliceConnected()
            var settings = DialSettings()
            let session = CallSessionID(.random(high: 1, low: 2))
            settings.replaces = session
            let line = LineID(outbound: CallUUID(.random(high: 1, low: 1)))
            it.signaling.perform(.dial(line, it.acme, DialedParty(.user("alice"), settings)))
            // There is no such call, so the exchange refuses.
            #expect(await it.ending(of: line).reason == .failed)
            #expect(it.transport.inviteParams?["replaces"] == .string(session.description))
            #expect(alice.calls.isEmpty)
        }
    }

    @Test func `the settings of a call are in the INVITE: name, number, headers, the app's mark, codecs`() async throws
    {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let alice = try await it.aliceConnected()
            var incoming = alice.incomingCalls.makeAsyncIterator()
            var settings = DialSettings()
            settings.headers = [DialSettings.Header("X-Case", "42")]
            settings.codecs = [.pcma, .opus]
            settings.clientState = "c3RhdGU="
            settings.callerName = "Bob at work"
            settings.callerID = "+15550100"
            let line = LineID(outbound: CallUUID(.random(high: 1, low: 1)))
            it.signaling.perform(.dial(line, it.acme, DialedParty(.user("alice"), settings)))
            let call = try #require(await incoming.next())
            #expect(call.headers.contains(CallHeader("X-Case", "42")), "it reaches the called side")
            let invite = try #require(it.transport.invite)
            #expect(invite["caller_id_name"] == "Bob at work" && invite["caller_id_number"] == "+15550100")
            #expect(invite["clientState"] == "c3RhdGU=")
            let codecs = invite["preferred_codecs"]?.array?.compactMap { $0.object?["mimeType"]?.string }
            #expect(codecs == ["audio/PCMA", "audio/opus"])
            it.signaling.perform(.hangUp(line))
            #expect(await it.ending(of: line).reason == .cancelled)
        }
    }

    @Test func `an unknown user name ends the line, as the exchange says`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let line = LineID(outbound: CallUUID(.random(high: 1, low: 1)))
            it.signaling.perform(.dial(line, it.acme, .user("stranger")))
            let end = await it.end(of: line)
            #expect(end.ending.reason == .unreachable)
            #expect(end.isReported)
        }
    }

    @Test func `the phone learns whether the exchange reported the end of a call`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (call, line) = try await it.talk()
            await call.hangUp()
            let end = await it.end(of: line)
            #expect(end.ending.cause == .normalClearing)
            #expect(end.isReported)
        }
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line) = try await it.talk()
            it.signaling.perform(.hangUp(line))
            #expect(await it.end(of: line).isReported == false)
        }
    }

    @Test func `S7: cause, SIP status and phrase of an end cross the exchange to the phone`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let alice = try await it.aliceConnected()
            var incoming = alice.incomingCalls.makeAsyncIterator()
            let ends: [(callee: Redacted<String>, isBusy: Bool?, ending: Ending)] = [
                (
                    "stranger", nil,
                    Ending(.unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")
                ),
                ("alice", true, Ending(.busy, cause: .userBusy, sipCode: 486, sipReason: "Busy Here")),
                ("alice", false, Ending(.declined, cause: .callRejected, sipCode: 603, sipReason: "Decline")),
            ]
            for (number, wanted) in ends.enumerated() {
                let line = LineID(outbound: CallUUID(.random(high: 1, low: UInt64(number))))
                it.signaling.perform(.dial(line, it.acme, .user(wanted.callee)))
                if let isBusy = wanted.isBusy { try await #require(await incoming.next()).decline(busy: isBusy) }
                let end = await it.end(of: line)
                #expect(end.isReported)
                #expect(end.ending == wanted.ending)
            }
        }
    }

    @Test func `an order that a call cannot carry out is reported as failed, if the phone waits for it`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line, _) = try await it.ring()
            it.signaling.perform(.hold(line, true))
            await it.log.next(.line(line, .failed(.hold)))
            it.signaling.perform(.hold(line, false))
            await it.log.next(.line(line, .failed(.resume)))
            it.signaling.perform(.digits(line, "x"))
            await it.log.next(.line(line, .failed(.digits)))
            it.signaling.perform(.restartMedia(line))
            it.signaling.perform(.answer(line))
            await it.state(of: line) { $0.progress == .active }
        }
    }

    @Test func `disconnecting hangs up, and the line gets its end`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (call, line) = try await it.talk()
            it.signaling.perform(.disconnect(it.acme))
            #expect(await it.ending(of: line).reason == .completed)
            for await event in call.events { if case .ended = event { break } }
            #expect(call.ending?.reason == .completed)
        }
    }
}

extension DialedParty {
    /// A user, without anything that goes with the call.
    static func user(_ name: Redacted<String>) -> DialedParty { DialedParty(.user(name)) }
}
