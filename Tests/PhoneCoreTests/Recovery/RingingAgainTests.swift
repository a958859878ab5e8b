import CallModel
import PhoneCore
import PushPayload
import Testing

/// The process ends while a call rings, and a push of that call starts the next one.
@Suite struct RingingAgainTests {
    private let callA = Names.call(1)
    private let sessionA = Names.session(1)

    @Test func `it rings, and is told of once, by the name it has now`() {
        var script = PhoneScript.ringing().relaunched()
        #expect(script.timers[.outcome] == PhoneLimits().outcomeWait)
        #expect(script.push(.ours(1), spare: 7) == ["announce x7 +18179398981 Alice", "let sleep"])
        #expect(script.timers[.outcome] == nil)
        #expect(script.handle(.timer(.outcome)) == [])
        script.reported(Names.spare(7))
        #expect(script.handle(.timer(.ring(Names.spare(7)))).contains("notify missed x7"))
        #expect(script.handle(.notices(.update(callA, .cancelled))) == [])
    }

    @Test func `a vendor's push that names no session takes it up as well`() {
        var script = PhoneScript()
        script.push(.vendors(1))
        script.reported(CallUUID(vendor: Names.vendor(1)))
        script = script.relaunched()
        script.push(.vendors(1), spare: 7)
        #expect(script.timers[.outcome] == nil)
        #expect(script.handle(.timer(.outcome)) == [])
    }

    @Test func `known by another name before, it is taken up when its INVITE says both`() {
        var script = PhoneScript()
        script.push(.vendors(1))
        script.reported(CallUUID(vendor: Names.vendor(1)))
        script = script.relaunched()
        script.push(.ours(1), spare: 7)
        #expect(script.timers[.outcome] != nil)
        var invitation = IncomingInvite.ours(1)
        invitation.vendor = Names.vendor(1)
        script.line(Names.line(1), .invited(invitation))
        #expect(script.timers[.outcome] == nil)
    }

    @Test func `a carrier's push that starts the next process goes to the organization that the exchange had named`() {
        let registrations = [Names.acme, Names.bolt].flatMap { [RegistrationID($0), RegistrationID($0, .carrier)] }
        var script = PhoneScript(stored: .found(.holding(registrations)), onScreen: false)
        script.push(.carriers(1, organization: Names.bolt))
        script.reported(callA)
        script = script.relaunched(onScreen: false)
        var push = PushedCall.vendors(1)
        (push.session, push.provider, push.display) = (sessionA, .carrier, .unknown)
        #expect(script.push(push, spare: 7).contains("connect bolt/carrier"))
    }

    @Test func `announced again too late, it is missed, and told of once`() {
        var script = PhoneScript.ringing().relaunched()
        let texts = script.push(.ours(1), age: .seconds(121), spare: 7)
        #expect(texts == ["throwaway x7", "let sleep", "notify missed x7"])
        #expect(script.handle(.timer(.outcome)) == [])
    }

    @Test func `told of as missed before it rings again, that is taken back`() {
        var script = PhoneScript.ringing().relaunched()
        script.handle(.timer(.outcome))
        script.handle(.acknowledged(.notice(callA)))
        #expect(script.push(.ours(1), spare: 7).contains("withdraw A"))
    }

    @Test func `a push that says how it ended is believed`() {
        var script = PhoneScript.ringing().relaunched()
        let texts = script.push(.ended(session: sessionA, vendor: nil, .answeredElsewhere), spare: 7)
        #expect(texts == ["throwaway x7", "let sleep"])
        #expect(script.handle(.timer(.outcome)) == [])
        script.reported(Names.spare(7), .throwaway)
        #expect(script.push(.ours(1), spare: 8) == ["throwaway x8"])
    }

    /// A phone of a person who is signed in; the process has ended before the INVITE came.
    private func relaunched(isTaken: Bool) -> PhoneScript {
        var script = PhoneScript(onScreen: false)
        script.handle(
            .session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0))))
        script.push(.ours(1))
        script.reported(callA)
        if isTaken { script.perform(.answer(callA)) }
        return script.relaunched(process: 2)
    }

    private func answered(_ script: inout PhoneScript, _ reply: RingRequests.Reply) -> [String] {
        script.handle(.rings(.replied(RingRequests.Request(.status, callA, sessionA), reply)))
    }

    @Test(arguments: [true, false])
    func `the exchange says that it rings on: it rings here, by no push, and nothing is told of it`(isTaken: Bool) {
        var script = relaunched(isTaken: isTaken)
        let orders = answered(&script, .ringing)
        #expect(orders.first?.hasSuffix("+18179398981 Alice") == true, "\(orders)")
        #expect(script.timers[.outcome] == nil && script.record.notices.unreadCount == 0)
        #expect(answered(&script, .ringing).isEmpty, "once")
    }

    /// What the exchange is told of the call once the phone is registered and no INVITE has come.
    private func ready(_ script: inout PhoneScript) -> [RingRequests.Request] {
        script.signal(.ready)
        let waiting = script.timers.keys.compactMap { if case .ringRequest(let request) = $0 { request } else { nil } }
        return waiting.filter {
            $0.kind == .ready && script.fire(.ringRequest($0)).contains { $0.hasPrefix("ask ready") }
        }
    }

    @Test(arguments: [true, false])
    func `without an INVITE it says that it is ready, and which process it is, as the line of the former leads nowhere`(
        isPushed: Bool
    ) {
        var script = relaunched(isTaken: true)
        if isPushed { script.push(.ours(1), spare: 7) } else { _ = answered(&script, .ringing) }
        #expect(ready(&script).map(\.process) == [2])
    }

    /// The same of one that both pushes had announced.
    private func relaunchedByBothNames() -> PhoneScript {
        var script = PhoneScript(onScreen: false)
        script.handle(
            .session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0))))
        script.push(.ours(1))
        script.push(.vendors(1))
        return script.relaunched(process: 2)
    }

    @Test
    func `that it rings on is known by the carrier's name as well: once ended, the carrier's late push rings no more`()
    {
        var script = relaunchedByBothNames()
        _ = answered(&script, .ringing)
        let call = CallUUID(session: sessionA, process: 2)
        script.reported(call)
        script.perform(.end(call))
        #expect(script.push(.vendors(1), spare: 7).first?.hasPrefix("throwaway") == true)
    }

    @Test
    func `a call that still rings by the carrier's push is not reported twice by a process that did not know the push`()
    {
        var script = relaunched(isTaken: false)
        script.push(.vendors(1), spare: 7)
        _ = answered(&script, .ringing)
        #expect(script.phone.calls.count == 1)
        #expect(ready(&script).map(\.process) == [2])
    }

    @Test func `an INVITE in place of the one that led nowhere has a name of its own at the carrier`() {
        var script = relaunchedByBothNames()
        _ = answered(&script, .ringing)
        var invitation = IncomingInvite.ours(1)
        invitation.vendor = Names.vendor(2)
        script.line(lineA, .invited(invitation))
        script.push(.vendors(2), spare: 7)
        #expect(script.phone.calls.count == 1)
    }

    @Test func `a push of it that comes late joins no other call from its number`() {
        var script = relaunchedByBothNames()
        script.push(.vendors(2, number: "8179398981"), spare: 7)
        #expect(script.phone.calls.count == 1)
        script.push(.ours(1), spare: 8)
        #expect(script.phone.calls.count == 2)
    }

    @Test func `woken by the carrier's push alone, it says so of the session that the former process knew`() {
        var script = relaunchedByBothNames()
        script.push(.vendors(1), spare: 7)
        let requests = ready(&script)
        #expect(requests.map(\.process) == [2] && requests.map(\.session) == [sessionA])
    }

    @Test func `a phone that rings for the first time, or in the next round, names no process`() {
        var first = PhoneScript(process: 3)
        first.handle(
            .session(.signedIn(until: WallTime(milliseconds: 10_000_000), now: WallTime(milliseconds: 0))))
        first.push(.ours(1))
        #expect(ready(&first).map(\.process) == [nil])
        var next = relaunched(isTaken: true)
        var call = PushedCall.ours(1)
        call.round = 2
        next.push(call, spare: 7)
        #expect(ready(&next).map(\.process) == [nil])
    }

    @Test func `an INVITE that was still on its way gives way to that which the exchange dialed in its place`() {
        var script = relaunched(isTaken: true)
        script.push(.ours(1), spare: 7)
        let call = CallUUID(session: sessionA, process: 2)
        script.reported(call)
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        #expect(script.line(lineB, .invited(.ours(1))) == ["a: busy"])
        #expect(script.line(lineA, .ended(.busy)) == [])
        #expect(script.perform(.answer(call)).contains("b: answer"))
    }

    @Test func `taken and not begun, and the exchange says nothing: it was cut off`() {
        var script = relaunched(isTaken: true)
        #expect(script.timers[.outcome] == PhoneLimits().outcomeWait)
        #expect(script.handle(.timer(.outcome)).contains("notify dropped A"))
        // What the exchange says at last is told by the app, and the notice stays the same.
        #expect(answered(&script, .over(.cancelled, by: nil)).allSatisfy { !$0.contains("notify") })
    }

    @Test(arguments: [EndReason.cancelled, .noAnswer, .failed])
    func `taken and not begun, and over by now: it is told as cut off, with the exchange's reason`(reason: EndReason) {
        var script = relaunched(isTaken: true)
        #expect(answered(&script, .over(reason, by: nil)).contains("notify dropped A"))
        #expect(script.record.notices.notices.map(\.reason) == [reason])
        #expect(script.push(.ours(1), spare: 8) == ["throwaway x8"])
    }

    @Test func `taken and not begun, and another device has it: nothing is told`() {
        var script = relaunched(isTaken: true)
        #expect(answered(&script, .taken(by: nil)).allSatisfy { !$0.hasPrefix("notify") })
        #expect(script.handle(.timer(.outcome)).isEmpty && script.record.notices.unreadCount == 0)
    }

    @Test func `processes name one call differently, so that one that left no record has used up no other's name`() {
        let names = [0, 1, 2].map { CallUUID(session: sessionA, process: $0) }
        #expect(Set(names).count == 3)
        var phone = Phone()
        var effects: [PhoneEffect] = []
        phone.handle(.launched(Launch(.found(.member), process: 2)), into: &effects)
        let call = PushedCall(session: sessionA, display: .unknown)
        effects = []
        phone.handle(.push(VoIPPush(.call(call), mustReport: true, spare: Names.spare(1))), into: &effects)
        #expect(effects.first == .report(.incoming(names[2], .unknown, .announce)))
    }
}
