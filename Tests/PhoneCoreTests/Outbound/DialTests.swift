import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing

@Suite struct DialTests {
    private let out = Names.spare(5)
    private let outLine = LineID(outbound: Names.spare(5))

    private func wish(_ number: String = "+1 (555) 000-1111", _ spare: Int = 5) -> UserRequest {
        .dial(DialRequest(Redacted(number), organization: Names.acme, spare: Names.spare(spare)))
    }

    private func requested() -> PhoneScript {
        var script = PhoneScript()
        script.signal(.ready)
        script.user(wish())
        return script
    }

    private func dialing() -> PhoneScript {
        var script = requested()
        script.requested(out, .start)
        script.perform(.start(out, .phoneNumber("+15550001111")))
        return script
    }

    @Test func `a call is asked for, begun, dialed, connected`() {
        var script = PhoneScript()
        script.signal(.ready)
        #expect(script.user(wish()) == ["request start x5: start x5"])
        #expect(script.outcome == .accepted(out))
        #expect(script.requested(out, .start) == [])
        #expect(
            script.perform(.start(out, .phoneNumber("+15550001111"))) == [
                "configure audio", "fulfil #1", "connecting x5", "out-x5: dial +15550001111 by acme",
            ])
        #expect(script.handle(.system(.audioActivated)) == [])
        #expect(script.line(outLine, .ringingOut) == [])
        #expect(script.line(outLine, .activeOut) == ["connected x5", "sound out-x5"])
        #expect(script.line(outLine, .ended(.completed)) == ["ended x5 remoteEnded", "silence"])
    }

    @Test func `the system learns the name of whom the person dialed by name`() {
        var script = PhoneScript()
        script.signal(.ready)
        script.user(
            .dial(
                DialRequest(
                    "+15550001111", organization: Names.acme, name: "Zoe", spare: Names.spare(5))))
        script.requested(out, .start)
        #expect(
            script.perform(.start(out, .phoneNumber("+15550001111"))) == [
                "configure audio", "fulfil #1", "connecting x5", "update x5 +15550001111 Zoe",
                "out-x5: dial +15550001111 by acme",
            ])
    }

    @Test func `without a connection it waits for one, for a while`() {
        var script = PhoneScript(onScreen: false)
        #expect(script.user(wish()).suffix(1) == ["connect acme"])
        #expect(
            script.perform(.start(out, .phoneNumber("+15550001111"))) == [
                "configure audio", "fulfil #1", "connecting x5",
            ])
        var later = script
        #expect(later.signal(.ready) == ["out-x5: dial +15550001111 by acme"])
        #expect(script.fire(.dial(out)) == ["ended x5 failed", "disconnect acme"])
        #expect(script.news.contains(.failed(out, .timedOut)))
        #expect(script.signal(.ready) == ["disconnect acme"])
    }

    @Test(arguments: ["", "+", "+49 30 1234x", "1+2", String(repeating: "1", count: 33)])
    func `a text that is not a number is refused`(number: String) {
        var script = PhoneScript()
        #expect(script.user(wish(number)) == [])
        #expect(script.outcome == .refused(.invalidNumber))
    }

    private func dial(_ request: DialRequest) -> PhoneScript {
        var script = PhoneScript()
        script.signal(.ready)
        script.user(.dial(request))
        return script
    }

    private func request(_ text: Redacted<String>, _ change: (inout DialSettings) -> Void = { _ in }) -> DialRequest {
        var settings = DialSettings()
        change(&settings)
        return DialRequest(text, organization: Names.acme, settings: settings, spare: out)
    }

    @Test func `a faulty dial request is refused with the name of its fault`() {
        let wrong: [(DialRequest, PhoneRefusal)] = [
            (request("bob alice"), .invalidName), (request("bob@"), .invalidAddress), (request("+x"), .invalidNumber),
            (request("bob") { $0.callerID = "mine" }, .invalidCallerID),
            (request("bob") { $0.headers = [DialSettings.Header("X A", "1")] }, .invalidHeader),
            (request("bob") { $0.headers = [DialSettings.Header("X-A", "1\r\nVia: x")] }, .invalidHeader),
            (
                request("bob") { $0.headers = Array(repeating: DialSettings.Header("X-A", "1"), count: 33) },
                .invalidHeader
            ),
            (request("bob") { $0.clientState = Redacted(String(repeating: "x", count: 4_097)) }, .invalidClientState),
        ]
        for (request, refusal) in wrong {
            #expect(dial(request).outcome == .refused(refusal))
        }
    }

    @Test func `a user of the exchange is dialed by name, which the system is given as such`() {
        var script = dial(request("bob"))
        #expect(script.outcome == .accepted(out))
        #expect(script.handle == .generic("bob"))
        script.requested(out, .start)
        #expect(
            script.perform(.start(out, .generic("bob"))) == [
                "configure audio", "fulfil #1", "connecting x5", "out-x5: dial bob by acme",
            ])
    }

    private func several(_ wish: DialRequest) -> PhoneScript {
        var script = PhoneScript(
            stored: .found(.holding([RegistrationID(Names.acme), Names.carrier, RegistrationID(Names.bolt)])))
        script.signal(.ready)
        script.signal(.ready, Names.bolt)
        script.user(.dial(wish))
        return script
    }

    @Test func `with several organizations the system keeps whose a party by name is, and shows the name alone`() {
        var script = several(DialRequest("bob", organization: Names.bolt, spare: out))
        #expect(script.handle == .generic("bob;organization=bolt"))
        script.requested(out, .start)
        #expect(
            script.perform(.start(out, .generic("bob;organization=bolt"))).contains(
                "update x5 bob;organization=bolt bob"))
        #expect(several(DialRequest("+15550001111", spare: out)).handle == .phoneNumber("+15550001111"))
    }

    @Test func `who is called back from Recents is dialed over the organization that has them, or not at all`() {
        var script = several(DialRequest("bob;organization=bolt", spare: out))
        script.requested(out, .start)
        script.perform(.start(out, .generic("bob;organization=bolt")))
        #expect(script.signal(.ready, Names.bolt).last == "out-x5: dial bob by bolt")
        #expect(several(DialRequest("bob;organization=gone", spare: out)).outcome == .refused(.noOrganization))
    }

    @Test func `who called by name over another organization is kept with it, for Recents to call back`() {
        var script = PhoneScript(
            stored: .found(.holding([RegistrationID(Names.acme), RegistrationID(Names.bolt)])))
        var call = PushedCall.ours(1)
        call.organization = Names.bolt
        call.display = CallDisplay(.generic("zoe"))
        let reported = script.push(call)
        #expect(reported.first == "announce A zoe;organization=bolt zoe")
    }

    /// What the last event had the system shown of a call that does not ring.
    private func thrownAway(_ script: PhoneScript) -> CallDisplay? {
        for case .report(.incoming(_, let display, .throwaway)) in script.effects { return display }
        return nil
    }

    @Test func `so is who called before the first unlock, or had given up when the push came`() {
        var call = PushedCall.ours(1)
        call.organization = Names.bolt
        call.display = CallDisplay(.generic("zoe"))
        let kept = CallDisplay(.generic("zoe;organization=bolt"), name: "zoe")
        var locked = PhoneScript(stored: .locked)
        locked.push(call)
        #expect(thrownAway(locked) == kept)
        var late = PhoneScript(stored: .found(.holding([RegistrationID(Names.acme), RegistrationID(Names.bolt)])))
        late.push(.ended(session: call.session, vendor: nil, .cancelled), spare: 7)
        late.push(call, spare: 8)
        #expect(thrownAway(late) == kept)
    }

    private func placed(_ wish: DialRequest) -> String? {
        var script = several(wish)
        script.requested(out, .start)
        let begun = script.perform(.start(out, script.handle ?? .generic("")))
        let ready = script.signalCarrier(.ready)
        return (begun + ready).last { $0.contains(": dial ") }
    }

    @Test(arguments: [
        ("+15550001111", "+15550001111 by acme/carrier"), ("555 000 1111", "5550001111 by acme/carrier"),
        ("911", "911 by acme/carrier"), ("1001", "1001 by acme"), ("bob", "bob by acme"),
        ("bob@example.com", "sip:bob@example.com by acme"),
    ])
    func `a public number goes over the carrier where the organization has one, and all else over the exchange`(
        text: String, order: String
    ) {
        #expect(placed(DialRequest(Redacted(text), organization: Names.acme, spare: out)) == "out-x5: dial \(order)")
    }

    @Test(arguments: [
        ("112", true), ("+49110", true), ("+1 911", true), ("5551000", false), ("0301234112", false),
        ("+49301234110", false), ("+123000", false), ("4711", false),
    ])
    func `a call for help that is not answered says so, one to a number that ends alike does not`(
        dialed: String, isForHelp: Bool
    ) {
        var script = dial(request(Redacted(dialed)))
        script.requested(out, .start)
        script.perform(.start(out, script.handle ?? .generic("")))
        script.line(outLine, .ended(Ending(.noAnswer)))
        let ends = script.news.compactMap { if case .ended(let end) = $0 { end } else { nil } }
        #expect(ends.map(\.refusal) == [isForHelp ? .emergency : nil])
    }

    @Test func `a call to a public number over an organization without a carrier goes to the exchange`() {
        var script = dial(request("+15550001111"))
        script.requested(out, .start)
        #expect(
            script.perform(.start(out, .phoneNumber("+15550001111"))).last == "out-x5: dial +15550001111 by acme")
    }

    @Test func `the settings of a call reach the line; the carrier gets the caller ID in a header`() {
        let change: (inout DialSettings) -> Void = {
            $0.callerName = "Ada"
            $0.callerID = "+15550100002"
            $0.headers = [DialSettings.Header("x-caller-id", "+1900"), DialSettings.Header("X-Case", "42")]
            $0.clientState = "c3RhdGU="
            $0.codecs = [.pcma]
        }
        #expect(
            placed(request("+15550001111", change))
                == "out-x5: dial +15550001111 by acme/carrier "
                + "(as Ada, X-Case=42, X-Caller-Id=+15550100002, state c3RhdGU=, pcma)")
        #expect(
            placed(request("bob", change))
                == "out-x5: dial bob by acme "
                + "(as Ada, from +15550100002, x-caller-id=+1900, X-Case=42, state c3RhdGU=, pcma)")
    }

    @Test func `a double tap places one call`() {
        var script = requested()
        #expect(script.user(wish("+15550001111", 6)) == [])
        #expect(script.outcome == .refused(.callUnderWay))
    }

    @Test func `nothing is dialed while a call comes in`() {
        var script = PhoneScript.ringing()
        script.user(wish())
        #expect(script.outcome == .refused(.callUnderWay))
    }

    @Test func `a call that stands is held in the same transaction`() {
        var script = PhoneScript.connected()
        #expect(script.user(wish()) == ["request start x5: hold A, start x5"])
    }

    @Test func `no more calls than there may be`() {
        var script = PhoneScript.connectedAndRinging()
        script.perform(.answer(callB))
        script.line(lineB, .activeIn)
        script.user(wish())
        #expect(script.outcome == .refused(.busy))
    }

    @Test(arguments: [("110", true), ("112", true), ("4711", false)])
    func `without an organization a call for help is refused as such`(number: String, isForHelp: Bool) {
        var script = PhoneScript(stored: .none)
        script.user(.dial(DialRequest(Redacted(number), spare: out)))
        #expect(script.outcome == .refused(isForHelp ? .emergency : .noOrganization))
    }

    @Test(arguments: [("110", true), ("112", true), ("4711", false), ("+15550001111", false)])
    func `a call for help that no connection came for says so`(number: String, isForHelp: Bool) {
        var script = PhoneScript(onScreen: false)
        script.user(wish(number))
        script.requested(out, .start)
        script.perform(.start(out, script.handle ?? .generic("")))
        script.fire(.dial(out))
        let ends = script.news.compactMap { if case .ended(let end) = $0 { end } else { nil } }
        #expect(ends.map(\.refusal) == [isForHelp ? .emergency : nil])
    }

    @Test func `an extension that looks like an emergency number ends as the exchange says`() {
        var script = dial(request("110"))
        script.requested(out, .start)
        script.perform(.start(out, script.handle ?? .generic("")))
        script.line(outLine, .ended(Ending(.noAnswer)))
        let ends = script.news.compactMap { if case .ended(let end) = $0 { end } else { nil } }
        #expect(ends.map(\.refusal) == [nil])
    }

    @Test func `an emergency number that the exchange leads over the carrier goes there, and in the next process too`()
    {
        var script = PhoneScript.ofCarrier()
        script.handle(.session(.signedIn(until: WallTime(milliseconds: 86_400_000), now: WallTime(milliseconds: 0))))
        var fetched = FetchedCredentials(
            members: [Names.acme], carried: [Names.acme], until: WallTime(milliseconds: 86_400_000))
        fetched.emergencyNumbers = ["110", "115"]
        script.handle(.credentials(.fetched(fetched, now: WallTime(milliseconds: 0))))
        script = script.relaunched()
        let exchange = RegistrationID(Names.acme)
        for (number, registration) in [
            ("110", Names.carrier), ("1 15", Names.carrier), ("118", exchange), ("4711", exchange),
        ] {
            var script = script
            script.signal(.ready)
            script.user(wish(number))
            script.requested(out, .start)
            script.perform(.start(out, script.handle ?? .generic("")))
            if registration == Names.carrier { script.signalCarrier(.ready) }
            let dialed = script.effects.compactMap { effect -> RegistrationID? in
                if case .line(.dial(_, let registration, _)) = effect { registration } else { nil }
            }
            #expect(dialed == [registration], "\(number)")
        }
    }

    @Test
    func `emergency numbers that the exchange tells on the way count from then on, and none after a sign-out`() {
        var script = PhoneScript.ofCarrier()
        #expect(script.handle(.credentials(.emergencyNumbers(["110"]))).isEmpty)
        #expect(script.phone.record.credentials.emergencyNumbers == nil)
        script.handle(.session(.signedIn(until: WallTime(milliseconds: 86_400_000), now: WallTime(milliseconds: 0))))
        script.handle(.credentials(.emergencyNumbers(["110"])))
        #expect(script.record.credentials.emergencyNumbers == ["110"])
        script.handle(.credentials(.emergencyNumbers([])))
        #expect(script.record.credentials.emergencyNumbers == [])
    }

    @Test func `without an organization the call is refused`() {
        var script = PhoneScript(stored: .none)
        script.user(.dial(DialRequest("+15550001111", spare: out)))
        #expect(script.outcome == .refused(.noOrganization))
    }

    @Test func `the system refuses: nothing is left`() {
        var script = requested()
        #expect(script.requested(out, .start, .limitReached) == [])
        #expect(script.news.contains(.failed(out, .system)))
        #expect(script.perform(.start(out, .phoneNumber("+15550001111"))) == ["fail #1"])
        #expect(script.user(wish("+15550001111", 6)) == ["request start x6: start x6"])
    }

    @Test func `the system never begins: given up after a while`() {
        var script = requested()
        script.fire(.dial(out))
        #expect(script.perform(.start(out, .phoneNumber("+15550001111"))) == ["fail #1"])
    }

    @Test func `given up before the system begins`() {
        var script = requested()
        #expect(script.user(.end(out)) == [])
        #expect(script.outcome == .accepted(out))
        #expect(script.perform(.start(out, .phoneNumber("+15550001111"))) == ["fail #1"])
    }

    @Test func `given up while it is dialed: the line is hung up`() {
        var script = dialing()
        #expect(script.perform(.end(out)) == ["out-x5: hang up", "fulfil #2", "keep awake"])
    }

    @Test func `the line could not be made`() {
        var script = dialing()
        #expect(script.line(outLine, .failed(.dial)) == ["ended x5 failed"])
    }

    @Test(arguments: [
        (EndReason.busy, "unanswered"), (.noAnswer, "unanswered"), (.declined, "remoteEnded"), (.unreachable, "failed"),
        (.incompatible, "failed"),
    ])
    func `the reason that the system gets for an unanswered call`(reason: EndReason, word: String) {
        var script = dialing()
        #expect(script.line(outLine, .ended(reason)) == ["ended x5 \(word)"])
    }

    @Test func `the system's own unmute at connecting does not unmute the person`() {
        var script = dialing()
        #expect(script.perform(.mute(out, true)) == ["out-x5: mute", "fulfil #2"])
        script.line(outLine, .activeOut)
        #expect(script.perform(.mute(out, false)) == ["fulfil #3", "request mute x5: mute x5"])
        #expect(script.perform(.mute(out, true)) == ["fulfil #4"])
        #expect(script.perform(.mute(out, false)) == ["out-x5: unmute", "fulfil #5"])
    }

    @Test func `a moment after connecting an unmute is the person's`() {
        var script = dialing()
        script.perform(.mute(out, true))
        script.line(outLine, .activeOut)
        script.fire(.unmuteGuard(out))
        #expect(script.perform(.mute(out, false)) == ["out-x5: unmute", "fulfil #3"])
    }
}

extension PhoneScript {
    /// By what the system was asked to start a call with the last event.
    fileprivate var handle: CallHandle? {
        effects.lazy.compactMap { effect in
            guard case .request(_, let actions) = effect else { return nil }
            return actions.lazy.compactMap { if case .start(_, let handle) = $0 { handle } else { nil } }.first
        }.first
    }
}
