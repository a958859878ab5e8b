import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

/// Who calls, in a call of the carrier, whose messages have a number of the organization for the caller.
@Suite struct CarrierCallerTests {
    private let vendorCall = CallUUID(vendor: Names.vendor(1))

    private func pushed(_ index: Int) -> PushedCall {
        var call = PushedCall.vendors(index)
        call.provider = .carrier
        return call
    }

    private func script(onScreen: Bool = false) -> PhoneScript {
        PhoneScript(stored: .found(.holding([RegistrationID(Names.acme), Names.carrier])), onScreen: onScreen)
    }

    /// As the exchange dials a leg at the carrier: from a number of the organization.
    private static let organizationsOwn = CallDisplay(.phoneNumber("+15550100"), name: "+15550100 Acme")
    private static let askedCaller = RingRequests.Request(.caller, callA, sessionA)

    private static var signedIn: PhoneEvent {
        .session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0)))
    }

    /// A phone of a signed-in person that rings by a carrier's push, which names the session.
    private func rungByCarrier() -> PhoneScript {
        var script = script()
        script.handle(Self.signedIn)
        var first = pushed(1)
        (first.session, first.display) = (sessionA, .unknown)
        #expect(script.push(first) == ["announce A unknown", "connect acme/carrier", "ask caller A", "listen"])
        script.reported(callA)
        return script
    }

    @Test func `with the carrier's push alone the exchange is asked who calls, and the INVITE does not say it`() {
        var script = rungByCarrier()
        script.signalCarrier(.ready)
        var invitation = IncomingInvite.carriers(1)
        invitation.display = Self.organizationsOwn
        #expect(script.line(lineA, .invited(invitation)).isEmpty)
        let reported = CallDisplay(.phoneNumber("+15550177"), name: "Carol")
        #expect(script.handle(.rings(.replied(Self.askedCaller, .caller(reported)))) == ["update A +15550177 Carol"])
        #expect(script.record.calls.map(\.display) == [reported])
    }

    @Test func `the exchange's answer comes as well to a call that was taken meanwhile`() {
        var script = rungByCarrier()
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        script.perform(.answer(callA))
        script.line(lineA, .answering)
        script.line(lineA, .activeIn)
        script.handle(.rings(.replied(Self.askedCaller, .failed)))
        #expect(script.fire(.ringRequest(Self.askedCaller)) == ["ask caller A"])
        let reported = CallDisplay(.phoneNumber("+15550177"))
        let orders = script.handle(.rings(.replied(Self.askedCaller, .caller(reported))))
        #expect(orders == ["update A +15550177 +15550177"])
    }

    @Test func `a number that a carrier's push told without a session gives way to a caller who withholds theirs`() {
        var script = script()
        script.handle(Self.signedIn)
        script.push(pushed(1))
        script.reported(vendorCall)
        script.signalCarrier(.ready)
        #expect(script.line(lineA, .invited(.carriers(1))).contains("ask caller V1"))
        let request = RingRequests.Request(.caller, vendorCall, sessionA)
        #expect(script.handle(.rings(.replied(request, .caller(.unknown)))) == ["update V1 unknown"])
    }

    @Test func `a caller that our push tells, before or after the carrier's, is not asked for`() {
        var script = rungByCarrier()
        #expect(script.push(.carriers(1), spare: 2).contains("update A +18179398981 Alice"))
        #expect(script.handle(.rings(.replied(Self.askedCaller, .caller(.unknown)))).isEmpty)
        var other = self.script()
        other.handle(Self.signedIn)
        #expect(!other.push(.carriers(1)).contains("ask caller A"))
        other.reported(callA)
        other.signalCarrier(.ready)
        #expect(!other.line(lineA, .invited(.carriers(1))).contains("ask caller A"))
    }

    @Test func `the exchange's push outranks the INVITE of a carrier, which has another number for the caller`() {
        var script = script(onScreen: true)
        script.signalCarrier(.ready)
        var invitation = IncomingInvite.carriers(1)
        invitation.display = Self.organizationsOwn
        #expect(script.line(lineA, .invited(invitation)).first == "announce A unknown")
        script.reported(callA)
        var call = PushedCall.carriers(1)
        call.display = CallDisplay(.phoneNumber("+15550177"))
        #expect(script.push(call) == ["again A", "update A +15550177 +15550177"])
    }

    @Test func `the exchange's push outranks the carrier's own, which has another number for the caller`() {
        var script = script()
        var first = PushedCall.vendors(1, number: "+15550100")
        first.provider = .carrier
        first.session = sessionA
        #expect(script.push(first).first == "announce A +15550100")
        script.reported(callA)
        #expect(script.push(.carriers(1), spare: 2).contains("update A +18179398981 Alice"))
    }

    @Test func `an unknown caller is shown by the number that a push tells, as the system keeps a name left out`() {
        var script = script(onScreen: true)
        var unknown = PushedCall.carriers(1)
        unknown.display = .unknown
        #expect(script.push(unknown).first == "announce A unknown")
        script.reported(callA)
        var reported = PushedCall.carriers(1)
        reported.display = CallDisplay(.phoneNumber("+15550177"))
        #expect(script.push(reported, spare: 2).contains("update A +15550177 +15550177"))
        #expect(script.push(reported, spare: 3) == ["again A"])
    }
}
