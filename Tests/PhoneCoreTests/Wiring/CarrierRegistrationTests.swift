import CallModel
import Foundation
import PhoneCore
import PushPayload
import Redaction
import Testing

/// A phone has a registration at the exchange and, where its organization has a carrier, one there; a call comes by one.
@Suite struct CarrierRegistrationTests {
    private static let boltCarrier = RegistrationID(Names.bolt, .carrier)
    private let vendorCall = CallUUID(vendor: Names.vendor(1))

    private func pushed(_ index: Int, via edge: String? = nil, by provider: SignalingProvider? = .carrier) -> PushedCall
    {
        var call = PushedCall.vendors(index)
        call.provider = provider
        call.edge = edge.map { VendorEdge($0) }
        return call
    }

    private func script(_ registrations: RegistrationID..., onScreen: Bool = false) -> PhoneScript {
        PhoneScript(stored: .found(.holding([RegistrationID(Names.acme)] + registrations)), onScreen: onScreen)
    }

    // MARK: - Which one

    @Test func `the registration that a push names is connected, and no other`() {
        var carried = script(Names.carrier)
        #expect(carried.push(.carriers(1)) == ["announce A +18179398981 Alice", "connect acme/carrier"])
        var own = script(Names.carrier)
        #expect(own.push(.ours(1)) == ["announce A +18179398981 Alice", "connect acme"])
    }

    @Test func `an app on the screen is connected to the exchange, and to the carrier for a call alone`() {
        var script = script(Names.carrier, onScreen: true)
        script.signal(.ready)
        #expect(script.push(.carriers(1)) == ["announce A +18179398981 Alice", "connect acme/carrier"])
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        #expect(script.line(lineA, .ended(Ending(.cancelled))).contains("disconnect acme/carrier"))
    }

    @Test func `the INVITE of a carrier's call is due when the carrier can be heard, not the exchange`() {
        var script = script(Names.carrier, onScreen: true)
        script.signal(.ready)
        script.push(.carriers(1))
        #expect(script.timers[.invite(callA)] == nil)
        script.signalCarrier(.ready)
        #expect(script.timers[.invite(callA)] != nil)
    }

    @Test func `with the carrier's push alone its call is fetched where it waits, from the only carrier there is`() {
        var script = script(RegistrationID(Names.bolt), Self.boltCarrier)
        #expect(
            script.push(pushed(1, via: "east")) == [
                "announce V1 8179398981", "connect bolt/carrier via east",
            ])
        guard case .signaling(.connect(_, let login?))? = script.effects.last(where: \.isConnect) else {
            return #expect(Bool(false))
        }
        #expect(login.fetchesCalls)
        script.reported(vendorCall)
        script.handle(.signaling(Self.boltCarrier, .ready))
        #expect(script.line(lineA, .invited(.carriers(1, organization: Names.bolt))) == [])
        #expect(script.perform(.answer(vendorCall)) == ["configure audio", "a: answer"])
    }

    @Test func `where several carriers could be meant it is that of the organization in use`() {
        var script = script(Names.carrier, RegistrationID(Names.bolt), Self.boltCarrier)
        #expect(script.push(pushed(1)).last == "connect acme/carrier")
    }

    @Test func `an organization that was only presumed is corrected by the push that names it`() {
        var script = script(Names.carrier, RegistrationID(Names.bolt), Self.boltCarrier)
        script.push(pushed(1, via: "east"))
        script.reported(vendorCall)
        script.signalCarrier(.ready)
        #expect(script.timers[.invite(vendorCall)] != nil)
        let effects = script.push(.carriers(1, organization: Names.bolt), spare: 2)
        #expect(effects.first == "again V1")
        #expect(effects.suffix(2) == ["connect bolt/carrier via east", "disconnect acme/carrier"])
        #expect(script.timers[.invite(vendorCall)] == nil)
    }

    @Test func `with our push alone the phone logs in without an edge, and anew when the carrier's push names one`() {
        var script = script(Names.carrier)
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        #expect(script.push(pushed(1, via: "east"), spare: 2) == ["again A", "connect acme/carrier via east"])
    }

    @Test func `a push that does not say who has the call is of the exchange until the carrier's is joined to it`() {
        var script = script(Names.carrier)
        #expect(script.push(.ours(1)).last == "connect acme")
        script.reported(callA)
        #expect(
            script.push(pushed(1, via: "east"), spare: 2) == [
                "again A", "connect acme/carrier via east", "disconnect acme",
            ])
    }

    // MARK: - Why a carrier's leg ended

    /// A phone of a signed-in person, which rings by the carrier's INVITE.
    private func ringing() -> PhoneScript {
        var script = script(Names.carrier)
        script.handle(
            .session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0))))
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        return script
    }

    private func reply(_ reply: RingRequests.Reply) -> PhoneEvent {
        .rings(.replied(RingRequests.Request(.status, callA, sessionA), reply))
    }

    @Test func `a leg that the carrier cancels ends as the exchange says, which is asked why`() {
        var script = ringing()
        #expect(script.line(lineA, .ended(Ending(.cancelled))) == ["ask status A"])
        #expect(script.handle(reply(.taken(by: nil))).contains("ended A answeredElsewhere"))
        #expect(script.timers[.invite(callA)] == nil)
    }

    @Test func `a leg that the carrier cancels while the exchange has no answer ends as canceled`() {
        var script = ringing()
        script.line(lineA, .ended(Ending(.cancelled)))
        #expect(script.fire(.invite(callA)).contains("ended A remoteEnded"))
    }

    @Test func `a leg that the carrier cancels while the call rings elsewhere is asked for anew`() {
        var script = ringing()
        script.line(lineA, .ended(Ending(.cancelled)))
        script.handle(reply(.ringing))
        let ready = RingRequests.Request(.ready, callA, sessionA)
        // There is time for the exchange to dial anew before the call is given up.
        #expect(script.timers[.invite(callA)] == PhoneLimits().inviteWait)
        #expect(script.timers[.ringRequest(ready)] == RingRequests.readyWait)
        #expect(script.fire(.ringRequest(ready)) == ["ask ready A"])
        #expect(script.handle(.rings(.replied(ready, .dialing))).isEmpty)
        #expect(script.line(lineB, .invited(.carriers(1))) == [])
        #expect(script.perform(.answer(callA)) == ["configure audio", "b: answer"])
    }

    @Test
    func `a leg that the carrier cancels ends by the exchange's word alone, though the carrier is lost meanwhile`() {
        var script = ringing()
        script.line(lineA, .ended(Ending(.cancelled)))
        script.signalCarrier(.reconnecting)
        // The time for the answer runs on, and a connection that is back gives no more of it.
        #expect(script.timers[.invite(callA)] == PhoneLimits().reasonWait)
        script.signalCarrier(.ready)
        #expect(script.timers[.invite(callA)] == PhoneLimits().reasonWait)
        #expect(script.fire(.invite(callA)).contains("ended A remoteEnded"))
    }

    @Test func `a call that rings on at the exchange waits for a carrier that was lost after it canceled a leg`() {
        var script = ringing()
        script.line(lineA, .ended(Ending(.cancelled)))
        script.signalCarrier(.reconnecting)
        script.handle(reply(.ringing))
        #expect(script.timers[.invite(callA)] == nil)
        #expect(script.phone.calls.map(\.phase) == [.ringing])
        script.signalCarrier(.ready)
        #expect(script.timers[.invite(callA)] == PhoneLimits().inviteWait)
    }

    // MARK: - Matching

    @Test func `calls of two providers are never joined by their number`() {
        var script = script(Names.carrier)
        var own = PushedCall.ours(1)
        own.provider = .exchange
        script.push(own)
        #expect(script.push(pushed(1), spare: 2).first == "announce V1 8179398981")
    }

    @Test func `a carrier's push whose header names a known session belongs to that call, whatever its numbers`() {
        var carried = IncomingPush(
            bytes: Array(
                #"""
                {"aps":{"alert":"Incoming call!"},"metadata":{"voice_sdk_id":"east","call_id":"v-1",
                "caller_number":"anonymous","dialogParams":{"custom_headers":[
                {"name":"x-session-id","value":"\#(Names.session(1))"}]}}}
                """#.utf8))
        guard case .call(let call) = PushNotice(carried) else { return #expect(Bool(false)) }
        #expect(call.session == Names.session(1))
        #expect(call.provider == .carrier)
        #expect(call.edge == VendorEdge("east"))
        #expect(call.display == .unknown, "the exchange dials from a number of the organization")
        var script = script(Names.carrier)
        script.push(.carriers(1))
        script.reported(callA)
        #expect(script.push(call, spare: 2) == ["again A", "connect acme/carrier via east"])
        #expect(script.logs == [])
        carried.headers = []
        #expect(PushNotice(carried) != .call(call))
    }

    @Test func `a push of ours says who has the call`() {
        var push = IncomingPush.ringing(
            Names.session(1), organization: "acme", provider: "carrier", deadline: WallTime(milliseconds: 40_000))
        func provider() -> SignalingProvider? {
            guard case .call(let call) = PushNotice(push) else { return nil }
            return call.provider
        }
        #expect(provider() == .carrier)
        push.provider = "exchange"
        #expect(provider() == .exchange)
        push.provider = nil
        #expect(provider() == nil)
    }

    @Test func `an INVITE that comes by another registration than its push said is its call all the same`() {
        var script = script(Names.carrier)
        script.push(.ours(1))
        script.reported(callA)
        script.signal(.ready)
        script.signalCarrier(.ready)
        #expect(script.line(lineA, .invited(.carriers(1))) == ["connect acme/carrier", "disconnect acme"])
        #expect(script.perform(.answer(callA)) == ["configure audio", "a: answer"])
    }

    // MARK: - The call

    @Test func `a call that was turned down before its INVITE came is turned down over the carrier`() {
        var script = script(Names.carrier)
        script.push(.carriers(1))
        script.reported(callA)
        let effects = script.perform(.end(callA))
        #expect(!effects.contains("disconnect acme/carrier"))
        script.signalCarrier(.ready)
        #expect(script.line(lineA, .invited(.carriers(1))) == ["a: decline"])
        #expect(script.line(lineA, .ended(Ending(.declined))).contains("disconnect acme/carrier"))
    }

    @Test func `a call of the carrier that the process's end cut off is hung up over the carrier by the next one`() {
        var script = script(Names.carrier)
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        script.perform(.answer(callA))
        script.line(lineA, .answering)
        script.line(lineA, .activeIn)
        #expect(script.record.calls.map(\.provider) == [.carrier])
        var next = PhoneScript(stored: .found(script.record), onScreen: false)
        let connects = next.effects.compactMap(\.text).filter { $0.hasPrefix("connect") }
        #expect(connects == ["connect acme/carrier"])
        next.signalCarrier(.ready)
        #expect(next.line(lineB, .invited(.carriers(1))) == ["b: hang up"])
    }

    @Test func `a call that stands at the exchange is held for one of the carrier that is taken`() {
        var script = PhoneScript.connected()
        script.push(.carriers(2))
        script.reported(callB)
        script.signalCarrier(.ready)
        script.line(lineB, .invited(.carriers(2)))
        #expect(script.user(.answer(callB, other: .hold)) == ["request answer B: hold A, answer B"])
    }

    @Test func `a connection of the carrier that is lost for good ends its calls and no others`() {
        var script = PhoneScript.connected()
        script.push(.carriers(2))
        script.reported(callB)
        script.signalCarrier(.ready)
        script.line(lineB, .invited(.carriers(2)))
        script.perform(.hold(callA, true))
        script.perform(.answer(callB))
        script.line(lineB, .answering)
        script.line(lineB, .activeIn)
        script.signalCarrier(.reconnecting)
        let limit = script.timers.keys.first { if case .connection(Names.carrier, .limit) = $0 { true } else { false } }
        guard let limit else { return #expect(Bool(false)) }
        script.fire(limit)
        #expect(script.phone.calls.map(\.id) == [callA])
    }

    // MARK: - Credentials

    @Test
    func `a call that was taken waits for credentials that are fetched because the carrier refused those there are`() {
        var script = script(Names.carrier)
        script.handle(.session(.signedIn(until: WallTime(milliseconds: 86_400_000), now: WallTime(milliseconds: 0))))
        let fetched = FetchedCredentials(
            members: [Names.acme], carried: [Names.acme], until: WallTime(milliseconds: 86_400_000))
        script.handle(.credentials(.fetched(fetched, now: WallTime(milliseconds: 0))))
        script.push(.carriers(1))
        script.reported(callA)
        script.perform(.answer(callA))
        script.signalCarrier(.disconnected(.refused))
        #expect(script.effects.contains(.fetchCredentials))
        #expect(script.phone.calls.map(\.phase) == [.answering])
        script.handle(.credentials(.fetched(fetched, now: WallTime(milliseconds: 0))))
        let key = CredentialKey(Names.carrier, CredentialVersion(rawValue: 2))
        script.handle(.organizations(.provisioned(key)))
        #expect(script.handle(.organizations(.written(key, true))).contains("connect acme/carrier"))
        script.signalCarrier(.ready)
        let ready = script.timers.keys.compactMap { timer -> UInt64?? in
            if case .ringRequest(let request) = timer, request.kind == .ready { request.process } else { nil }
        }
        #expect(ready == [0], "the exchange has dialed by those that were refused, and is to dial anew")
        #expect(script.line(lineA, .invited(.carriers(1))) == ["a: answer"])
    }

    @Test func `an answered call fails at once when the carrier's credentials cannot be obtained`() {
        var script = script(Names.carrier)
        script.handle(.session(.signedIn(until: WallTime(milliseconds: 86_400_000), now: WallTime(milliseconds: 0))))
        script.push(.carriers(1))
        script.reported(callA)
        script.perform(.answer(callA))
        script.signalCarrier(.disconnected(.refused))
        let gone = FetchedCredentials(members: [Names.acme], carried: [], until: WallTime(milliseconds: 86_400_000))
        #expect(script.handle(.credentials(.fetched(gone, now: WallTime(milliseconds: 0)))).contains("fail #1"))
        #expect(script.record.organizations.held.map(\.registration) == [RegistrationID(Names.acme)])
    }

    @Test func `who leaves an organization, and who signs out, keeps nothing of its carrier`() {
        var script = script(Names.carrier, RegistrationID(Names.bolt), Self.boltCarrier)
        let left = script.handle(.organizations(.removed(Names.bolt)))
        #expect(left.contains("organizations: prune(bolt, keeping: nil)"))
        #expect(left.contains("organizations: prune(bolt/carrier, keeping: nil)"))
        let out = script.handle(.organizations(.signedOut))
        #expect(out.contains("organizations: prune(acme/carrier, keeping: nil)"))
        #expect(script.record.organizations.held == [])
    }

    // MARK: - The record

    @Test func `a record of the time before there were carriers is the exchange's`() throws {
        let text = #"""
            {"schema":1,"organizations":{"held":[{"organization":"acme","version":3}],"active":"acme","writings":[],
            "prunings":["bolt"]},"calls":[{"id":"00000000-0000-8000-8000-000000000001","direction":"inbound",
            "phase":"ringing","isHeld":false,"organization":"acme","display":{"handle":{"generic":{"_0":""}}}}],
            "past":[{"id":"00000000-0000-8000-8000-000000000002"}]}
            """#
        let record = try JSONDecoder().decode(PhoneRecord.self, from: Data(text.utf8))
        #expect(record.organizations.held == [CredentialKey(Names.acme, CredentialVersion(rawValue: 3))])
        #expect(record.organizations.prunings == [RegistrationID(Names.bolt)])
        #expect(record.calls.map(\.provider) == [.exchange])
        #expect(record.past.map(\.provider) == [.exchange])
    }

    @Test func `a record keeps which registration is meant`() throws {
        let record = PhoneRecord.holding([RegistrationID(Names.acme), Names.carrier])
        let read = try JSONDecoder().decode(PhoneRecord.self, from: JSONEncoder().encode(record))
        #expect(read == record)
        #expect(read.organizations.held.map(\.description) == ["acme.1", "acme/carrier.1"])
    }
}

extension PhoneEffect {
    fileprivate var isConnect: Bool { if case .signaling(.connect) = self { true } else { false } }
}
