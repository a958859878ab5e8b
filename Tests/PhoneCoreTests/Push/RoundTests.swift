import CallModel
import PhoneCore
import PushPayload
import Testing

/// A session rings the same device more than once: parked and retrieved, transferred back, consulted. Each ringing is a round.
@Suite struct RoundTests {
    private static let signedIn = PhoneEvent.session(
        .signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))

    private func call(_ round: RingRound) -> PushedCall {
        var call = PushedCall.carriers(1)
        call.round = round
        return call
    }

    private func invitation(_ round: RingRound, vendor: Int) -> IncomingInvite {
        var invitation = IncomingInvite.carriers(1)
        invitation.round = round
        invitation.vendor = Names.vendor(vendor)
        return invitation
    }

    private func news(_ state: RingUpdate.State, _ round: RingRound) -> PhoneEvent {
        .ringUpdate(
            RingUpdate(
                sessionA, round: round, organization: Names.acme, provider: .carrier, state, spare: Names.spare(9)))
    }

    /// A phone that rings by the INVITE of the first round.
    private func ringing() -> PhoneScript {
        var script = PhoneScript.ofCarrier()
        script.push(call(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(invitation(1, vendor: 1)))
        return script
    }

    /// A phone that had a call of the first round, which is over.
    private func over() -> PhoneScript {
        var script = ringing()
        script.perform(.answer(callA))
        script.line(lineA, .activeIn)
        script.line(lineA, .ended(.completed))
        return script
    }

    @Test func `its push rings under another name, and its INVITE is taken`() {
        var script = over()
        #expect(script.push(call(2), spare: 7).first == "announce x7 +18179398981 Alice")
        script.reported(Names.spare(7))
        script.signalCarrier(.ready)
        script.perform(.answer(Names.spare(7)))
        #expect(script.line(lineB, .invited(invitation(2, vendor: 2))).contains("b: answer"))
    }

    @Test func `its INVITE rings by itself where no push has come`() {
        var script = over()
        let orders = script.line(lineB, .invited(invitation(2, vendor: 2)))
        #expect(orders.contains { $0.hasPrefix("announce L2") }, "\(orders)")
    }

    @Test func `the next process tells the rounds apart as well`() {
        var script = over().relaunched()
        #expect(script.push(call(1), spare: 6).first == "throwaway x6")
        #expect(script.push(call(2), spare: 7).first?.hasPrefix("announce") == true)
    }

    @Test func `a push and an INVITE of the round before ring for nothing, and news of its end end nothing`() {
        var script = over()
        script.push(call(2), spare: 7)
        script.reported(Names.spare(7))
        #expect(script.push(call(1), spare: 8) == ["throwaway x8"])
        #expect(script.line(lineB, .invited(invitation(1, vendor: 1))).isEmpty)
        script.push(.ended(session: sessionA, vendor: nil, .completed, round: 1), mustReport: false, spare: 9)
        let removed = script.effects.compactMap { effect -> RingRound? in
            if case .notification(.removeAlert(sessionA, let round)) = effect { round } else { nil }
        }
        #expect(removed == [1], "the alert of the later round stays")
        script.handle(news(.over(.completed, by: nil), 1))
        #expect(script.record.calls.map(\.id) == [Names.spare(7)])
        let texts = script.push(
            .ended(session: sessionA, vendor: nil, .cancelled, round: 2), mustReport: false, spare: 9)
        #expect(texts.contains("ended x7 remoteEnded"), "\(texts)")
    }

    @Test func `a decline that waits for the INVITE of its round is not told to that of the next`() {
        var script = PhoneScript.ofCarrier()
        script.push(call(1))
        script.reported(callA)
        script.perform(.end(callA))
        let orders = script.line(lineA, .invited(invitation(2, vendor: 2)))
        #expect(orders.contains { $0.hasPrefix("announce") }, "\(orders)")
        #expect(script.line(lineB, .invited(invitation(1, vendor: 1))) == ["b: decline"])
    }

    @Test func `one that begins while the call still comes in goes on as that call`() {
        var script = ringing()
        #expect(script.push(call(2), spare: 7) == ["again A"])
        #expect(script.line(lineA, .ended(.cancelled)).isEmpty, "that line was of the round before")
        script.perform(.answer(callA))
        #expect(script.line(lineB, .invited(invitation(2, vendor: 2))) == ["b: answer"])
    }

    @Test func `one that begins while the call stands here rings as another call`() {
        var script = ringing()
        script.perform(.answer(callA))
        script.line(lineA, .activeIn)
        #expect(script.push(call(2), spare: 7).first?.hasPrefix("announce x7") == true)
        // What comes late of the round before finds the call that is out of date.
        #expect(script.push(call(1), spare: 8) == ["again A"])
    }

    @Test func `the exchange is asked of the round that is meant`() {
        var script = over()
        script.handle(Self.signedIn)
        script.push(call(2), spare: 7)
        script.reported(Names.spare(7))
        script.perform(.answer(Names.spare(7)))
        let asked = script.effects.compactMap { if case .askRing(let request) = $0 { request } else { nil } }
        #expect(asked == [RingRequests.Request(.claim, Names.spare(7), sessionA, round: 2)])
    }

    @Test func `the channel tells of it as of the first`() {
        var script = over()
        script.signalCarrier(.disconnected(nil))
        #expect(script.handle(news(.ringing(left: .seconds(20)), 1)).isEmpty)
        let orders = script.handle(news(.ringing(left: .seconds(20)), 2))
        #expect(orders.first?.hasPrefix("announce") == true, "\(orders)")
        script.reported(Names.spare(9))
        #expect(script.handle(news(.answeredElsewhere(by: nil), 1)).isEmpty)
        #expect(script.handle(news(.answeredElsewhere(by: nil), 2)).contains { $0.hasSuffix("answeredElsewhere") })
    }
}
