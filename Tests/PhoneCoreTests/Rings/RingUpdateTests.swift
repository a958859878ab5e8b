import CallModel
import PhoneCore
import PushPayload
import Testing

/// News of the device's own channel.
@Suite struct RingUpdateTests {
    static let signedIn = PhoneEvent.session(
        .signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))
    private let iPad = RingDevice(name: "iPad")

    private func news(_ state: RingUpdate.State) -> PhoneEvent {
        .ringUpdate(RingUpdate(sessionA, organization: Names.acme, state, spare: Names.spare(7)))
    }

    private func end(_ script: PhoneScript) -> CallEnd? {
        script.news.lazy.compactMap { if case .ended(let end) = $0 { end } else { nil } }.first
    }

    @Test func `they are heard on the screen and while a call lives, by a person who is signed in`() {
        var script = PhoneScript()
        #expect(script.handle(Self.signedIn).contains("listen"))
        #expect(script.handle(.scene(.background)).contains("rest"))
        #expect(script.push(.ours(1)).contains("listen"))
        script.reported(callA)
        #expect(script.perform(.end(callA)).contains("rest"))
        #expect(script.handle(.scene(.active)).contains("listen"))
        #expect(script.handle(.session(.signOutAsked)).contains("rest"))
    }

    @Test func `answered on the iPad: the ring stops, and the page is told where`() {
        var script = PhoneScript.ringing()
        #expect(script.handle(news(.answeredElsewhere(by: iPad))).contains("ended A answeredElsewhere"))
        #expect(end(script)?.answeredBy == iPad)
        // What comes of the line and the channel afterwards changes nothing.
        #expect(script.line(lineA, .ended(.answeredElsewhere)).isEmpty)
        #expect(script.handle(news(.over(.answeredElsewhere, by: iPad))).isEmpty)
    }

    @Test func `a call that stands here ends by its line alone`() {
        var script = PhoneScript.connected()
        #expect(script.handle(news(.answeredElsewhere(by: iPad))).isEmpty)
        #expect(script.handle(news(.over(.completed, by: nil))).isEmpty)
        #expect(script.handle(news(.won)).isEmpty)
    }

    @Test func `taken here when another device just had it: its line says no more than that it is over`() {
        var script = PhoneScript.connected()
        script.handle(news(.answeredElsewhere(by: iPad)))
        script.line(lineA, .ended(.completed))
        #expect(end(script)?.disposition == .answeredElsewhere && end(script)?.answeredBy == iPad)
        // One that the exchange gave to this device after all ends as any other.
        var winner = PhoneScript.connected()
        winner.handle(news(.answeredElsewhere(by: iPad)))
        winner.handle(news(.won))
        winner.line(lineA, .ended(.completed))
        #expect(end(winner)?.disposition == .completed && end(winner)?.answeredBy == nil)
    }

    @Test func `an over message ends a ringing call with the exchange's reason`() {
        var script = PhoneScript.ringing()
        let orders = script.handle(news(.over(.cancelled, by: nil)))
        #expect(orders.contains("ended A remoteEnded") && orders.contains("notify missed A"))
    }

    @Test func `a call reported as missed while asleep turns out to be answered on the iPad`() {
        var script = PhoneScript(onScreen: false)
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.fire(.ring(callA)).contains("notify missed A"))
        script.handle(.acknowledged(.notice(callA)))
        #expect(script.handle(news(.answeredElsewhere(by: iPad))).contains("withdraw A"))
    }

    @Test func `ringing rings by itself where no push came and no INVITE can`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.handle(news(.ringing(left: .seconds(20)))) == ["announce A unknown", "connect acme"])
        #expect(script.timers[.ring(callA)] == .seconds(20))
    }

    @Test func `ringing waits for the INVITE where there is a connection for it`() {
        var script = PhoneScript()
        script.signal(.ready)
        #expect(script.handle(news(.ringing(left: .seconds(20)))).isEmpty)
        #expect(script.line(lineA, .invited(.ours(1))) == ["announce A +18179398981"])
    }

    @Test func `ringing rings by itself for a call at the carrier, whatever connection the exchange has`() {
        var script = PhoneScript.ofCarrier()
        script.signal(.ready)
        let news = RingUpdate(
            sessionA, organization: Names.acme, provider: .carrier, .ringing(left: .seconds(20)),
            spare: Names.spare(7))
        #expect(script.handle(.ringUpdate(news)) == ["announce A unknown", "connect acme/carrier"])
        script.reported(callA)
        script.signalCarrier(.ready)
        #expect(script.line(lineA, .invited(.carriers(1))).isEmpty, "it does not tell who calls")
    }

    @Test func `old news of a call that has rung long ago do not ring`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.handle(news(.ringing(left: .seconds(-40)))).isEmpty)
        #expect(script.handle(news(.over(.noAnswer, by: nil))).isEmpty)
    }

    @Test func `ringing again rings again, under a name the system does not know`() {
        var script = PhoneScript.ringing()
        script.handle(news(.answeredElsewhere(by: iPad)))
        script.line(lineA, .ended(.answeredElsewhere))
        script.handle(news(.ringingAgain(left: .seconds(15))))
        let orders = script.line(lineB, .invited(.ours(1)))
        #expect(orders.count == 1 && orders.first?.hasPrefix("announce L2") == true, "\(orders)")
    }
}
