import CallModel
import PhoneCore
import PushPayload
import Testing

/// What the exchange is asked beside signaling about calls that ring, and what its answers come to.
@Suite struct RingRequestTests {
    private static let signedIn = PhoneEvent.session(
        .signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))
    private let iPad = RingDevice(name: "iPad")

    /// A phone of a person who is signed in, on which session A rings without an INVITE.
    private func pushed(_ limits: PhoneLimits = PhoneLimits()) -> PhoneScript {
        var script = PhoneScript(limits, onScreen: false)
        script.handle(Self.signedIn)
        script.push(.ours(1))
        script.reported(callA)
        return script
    }

    private func request(_ kind: RingRequests.Kind) -> RingRequests.Request {
        RingRequests.Request(kind, callA, sessionA)
    }

    private func reply(_ kind: RingRequests.Kind, _ reply: RingRequests.Reply) -> PhoneEvent {
        .rings(.replied(request(kind), reply))
    }

    private func end(_ script: PhoneScript) -> CallEnd? {
        script.news.lazy.compactMap { if case .ended(let end) = $0 { end } else { nil } }.first
    }

    @Test func `an answer before the INVITE claims the call, and waits for no reply`() {
        var script = pushed()
        #expect(script.perform(.answer(callA)) == ["configure audio", "ask claim A"])
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: answer"])
        #expect(script.line(lineA, .activeIn) == ["fulfil #1"])
        // A reply that comes now changes nothing.
        #expect(script.handle(reply(.claim, .taken(by: iPad))).isEmpty)
    }

    @Test func `an answer with the INVITE at hand claims nothing`() {
        var script = PhoneScript(onScreen: false)
        script.handle(Self.signedIn)
        script.push(.ours(1))
        script.reported(callA)
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        #expect(script.perform(.answer(callA)) == ["configure audio", "a: answer"])
    }

    @Test func `a phone of no signed-in person asks nothing`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.perform(.answer(callA)) == ["configure audio"])
        script.signal(.ready)
        #expect(script.timers[.ringRequest(request(.ready))] == nil)
    }

    @Test func `a claim that another device forestalled ends the call as answered there, by its name`() {
        var script = pushed()
        script.perform(.answer(callA))
        #expect(script.handle(reply(.claim, .taken(by: iPad))).contains("ended A answeredElsewhere"))
        #expect(end(script)?.disposition == .answeredElsewhere)
        #expect(end(script)?.answeredBy == iPad)
        #expect(script.record.calls.isEmpty)
    }

    @Test func `a claim without an answer is made again, and at last given up; the answer waits on`() {
        var script = pushed()
        script.perform(.answer(callA))
        for _ in 1..<RingRequests.attemptsMax {
            #expect(script.handle(reply(.claim, .failed)).isEmpty)
            #expect(script.fire(.ringRequest(request(.claim))) == ["ask claim A"])
        }
        script.handle(reply(.claim, .failed))
        #expect(script.timers[.ringRequest(request(.claim))] == nil)
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: answer"])
    }

    @Test func `a granted claim is repeated if its time passes without an INVITE`() {
        var script = pushed()
        script.perform(.answer(callA))
        script.handle(reply(.claim, .granted))
        #expect(script.timers[.ringRequest(request(.claim))] == RingRequests.claimLease)
        #expect(script.fire(.ringRequest(request(.claim))) == ["ask claim A"])
    }

    @Test func `scenario 52: a registered device without an INVITE says a moment later that it is ready`() {
        var script = pushed()
        script.signal(.ready)
        #expect(script.timers[.ringRequest(request(.ready))] == RingRequests.readyWait)
        #expect(script.fire(.ringRequest(request(.ready))) == ["ask ready A"])
        script.handle(reply(.ready, .dialing))
        // The INVITE is due anew.
        #expect(script.effects.contains(.startTimer(.invite(callA), after: PhoneLimits().inviteWait)))
        script.line(lineA, .invited(.ours(1)))
        #expect(script.timers[.ringRequest(request(.ready))] == nil)
    }

    @Test func `ready is a device that is registered where the call comes from, not with the exchange alone`() {
        var script = PhoneScript.ofCarrier()
        script.handle(Self.signedIn)
        script.signal(.ready)
        script.push(.carriers(1))
        script.reported(callA)
        #expect(script.timers[.ringRequest(request(.ready))] == nil)
        script.signalCarrier(.ready)
        #expect(script.timers[.ringRequest(request(.ready))] == RingRequests.readyWait)
        #expect(script.fire(.ringRequest(request(.ready))) == ["ask ready A"])
    }

    @Test func `a connection that was lost is asked about where the call comes by it`() {
        var script = PhoneScript.ofCarrier()
        script.handle(Self.signedIn)
        script.signal(.ready)
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        script.signal(.reconnecting)
        #expect(script.signal(.ready).isEmpty)
        script.signalCarrier(.reconnecting)
        #expect(script.signalCarrier(.ready) == ["ask status A"])
    }

    @Test func `an INVITE within the moment makes saying so needless`() {
        var script = pushed()
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        #expect(script.timers[.ringRequest(request(.ready))] == nil)
    }

    @Test func `scenario 48: the call that is over by then ends as the exchange says`() {
        var script = pushed()
        script.signal(.ready)
        script.fire(.ringRequest(request(.ready)))
        let orders = script.handle(reply(.ready, .over(.cancelled, by: nil)))
        #expect(orders.contains("ended A remoteEnded"))
        #expect(orders.contains("notify missed A"))
    }

    @Test(arguments: [RingRequests.Reply.over(.noAnswer, by: nil), .refused, .voicemail])
    func `a call that went to the attendant while the person took it is wanted back`(answer: RingRequests.Reply) {
        var script = pushed()
        script.perform(.answer(callA))
        #expect(script.handle(reply(.claim, answer)) == ["ask rescue A"])
        #expect(script.handle(reply(.rescue, .dialing)).isEmpty)
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: answer"])
    }

    @Test func `an answer fails if the call cannot be restored, and the call does not count as missed`() {
        var script = pushed()
        script.perform(.answer(callA))
        script.handle(reply(.claim, .refused))
        let orders = script.handle(reply(.rescue, .refused))
        #expect(orders.contains("ended A unanswered") && orders.contains("fail #1"))
        #expect(!orders.contains("notify missed A"))
    }

    @Test func `a decline without an INVITE is told at once; the line need not be waited for`() {
        var script = pushed()
        let orders = script.perform(.end(callA))
        #expect(orders.contains("ask decline A") && orders.contains("keep awake"))
        #expect(script.handle(reply(.decline, .done)).contains("let sleep"))
        #expect(script.timers[.termination(callA)] == nil)
    }

    @Test func `of a call that signaling alone has, the decline waits for its INVITE`() {
        var script = pushed()
        script.perform(.end(callA))
        #expect(script.handle(reply(.decline, .unknown)).isEmpty)
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: decline"])
    }

    @Test func `the person declines on all devices: the line is told of this one, the exchange of all`() {
        var script = PhoneScript.ringing()
        script.handle(Self.signedIn)
        script.user(.decline(callA, .everywhere))
        script.requested(callA, .end)
        let orders = script.perform(.end(callA))
        #expect(orders.contains("a: decline") && orders.contains("ask declineEverywhere A"))
        script.line(lineA, .ended(.declined))
        // A request without an answer is made again, whether the line is over or not.
        script.handle(reply(.declineEverywhere, .failed))
        #expect(script.fire(.ringRequest(request(.declineEverywhere))) == ["ask declineEverywhere A"])
        #expect(script.handle(reply(.declineEverywhere, .done)).contains("let sleep"))
    }

    /// Every attempt fails until the request is given up.
    private func exhaust(_ kind: RingRequests.Kind, _ script: inout PhoneScript) -> [String] {
        for _ in 1..<RingRequests.attemptsMax {
            script.handle(reply(kind, .failed))
            script.fire(.ringRequest(request(kind)))
        }
        return script.handle(reply(kind, .failed))
    }

    /// A call that was declined on all devices while the exchange cannot be asked.
    private func declinedEverywhere() -> PhoneScript {
        var script = PhoneScript.ringing()
        script.handle(Self.signedIn)
        script.user(.decline(callA, .everywhere))
        script.requested(callA, .end)
        script.perform(.end(callA))
        script.line(lineA, .ended(.declined))
        return script
    }

    @Test
    func `a request that was given up is repeated when a connection is back, and keeps no process awake until then`() {
        var script = declinedEverywhere()
        #expect(exhaust(.declineEverywhere, &script).contains("let sleep"))
        script.signal(.reconnecting)
        let orders = script.signal(.ready)
        #expect(orders.contains("ask declineEverywhere A") && orders.contains("keep awake"))
        #expect(script.handle(reply(.declineEverywhere, .done)).contains("let sleep"))
        script.signal(.reconnecting)
        #expect(!script.signal(.ready).contains("ask declineEverywhere A"))
    }

    @Test func `a request that was given up is repeated when a network is back`() {
        var script = declinedEverywhere()
        script.handle(.path(NetworkPath(.wifi)))
        _ = exhaust(.declineEverywhere, &script)
        script.handle(.path(NetworkPath(nil)))
        #expect(!script.fire(.network(.settle)).contains("ask declineEverywhere A"))
        script.handle(.path(NetworkPath(.cellular)))
        #expect(script.fire(.network(.settle)).contains("ask declineEverywhere A"))
    }

    @Test func `how a call went is asked anew when a connection is back`() {
        var next = PhoneScript(stored: .found(pushed().record))
        _ = exhaust(.status, &next)
        #expect(next.signal(.ready).contains("ask status A"))
        next.handle(reply(.status, .over(.answeredElsewhere, by: iPad)))
        #expect(next.record.notices.unreadCount == 0)
    }

    @Test func `a request is given up for good when it failed after as many returns as there may be`() {
        var script = declinedEverywhere()
        for _ in 1..<RingRequests.roundsMax {
            _ = exhaust(.declineEverywhere, &script)
            script.signal(.reconnecting)
            #expect(script.signal(.ready).contains("ask declineEverywhere A"))
        }
        _ = exhaust(.declineEverywhere, &script)
        script.signal(.reconnecting)
        #expect(!script.signal(.ready).contains("ask declineEverywhere A"))
        #expect(!script.relaunched().effects.contains(.askRing(request(.declineEverywhere))))
    }

    @Test func `a request that was given up is made by the next process`() {
        var script = declinedEverywhere()
        _ = exhaust(.declineEverywhere, &script)
        #expect(script.relaunched().effects.contains(.askRing(request(.declineEverywhere))))
    }

    @Test(arguments: DeclineScope.allCases)
    func `the system's own button declines where the configuration says`(scope: DeclineScope) {
        var limits = PhoneLimits()
        limits.systemDecline = scope
        var script = pushed(limits)
        let word = scope == .here ? "decline" : "declineEverywhere"
        #expect(script.perform(.end(callA)).contains("ask \(word) A"))
    }

    @Test func `the page's word counts more than the configuration`() {
        var limits = PhoneLimits()
        limits.systemDecline = .everywhere
        var script = pushed(limits)
        script.user(.decline(callA, .here))
        #expect(script.perform(.end(callA)).contains("ask decline A"))
    }

    @Test func `a decline that was not told when the process died is told by the next`() {
        var script = pushed()
        script.perform(.end(callA))
        let next = script.relaunched()
        #expect(next.effects.contains(.askRing(request(.decline))))
        var last = next
        last.handle(reply(.decline, .done))
        #expect(!last.relaunched().effects.contains(.askRing(request(.decline))))
    }

    @Test func `of a call that rang when its process died the next asks how it went`() {
        var next = pushed().relaunched()
        #expect(next.effects.contains(.askRing(request(.status))))
        #expect(next.handle(reply(.status, .over(.answeredElsewhere, by: iPad))) == ["let sleep"])
        #expect(next.record.notices.unreadCount == 0)
    }

    @Test func `after a lost connection the exchange is asked how a call stands that rings`() {
        var script = PhoneScript.ringing()
        script.handle(Self.signedIn)
        script.signal(.reconnecting)
        #expect(script.signal(.ready) == ["ask status A"])
        #expect(script.handle(reply(.status, .ringing)).isEmpty)
        script.signal(.reconnecting)
        #expect(script.signal(.ready) == ["ask status A"])
        #expect(script.handle(reply(.status, .taken(by: iPad))).contains("ended A answeredElsewhere"))
        #expect(end(script)?.answeredBy == iPad)
    }

    @Test func `a missing INVITE counts as missed, until the exchange says who took the call`() {
        var script = pushed()
        script.signal(.ready)
        let orders = script.fire(.invite(callA))
        #expect(orders.contains("notify missed A") && orders.contains("ask status A"))
        script.handle(.acknowledged(.notice(callA)))
        #expect(script.handle(reply(.status, .over(.answeredElsewhere, by: iPad))).contains("withdraw A"))
    }

    @Test func `the exchange's account of an end is not requested again`() {
        var script = PhoneScript.ringing()
        script.handle(Self.signedIn)
        #expect(!script.line(lineA, .ended(.cancelled)).contains("ask status A"))
    }
}

extension PhoneScript {
    /// On the screen, with registrations at the exchange and at its organization's carrier.
    static func ofCarrier() -> PhoneScript {
        PhoneScript(stored: .found(.holding([RegistrationID(Names.acme), Names.carrier])))
    }
}
