import CallModel
import PhoneCore
import Redaction
import Testing

@Suite struct PushCorrelationTests {
    @Test func `scenario A: the second push of a call is reported under the same name`() {
        var script = PhoneScript()
        #expect(script.push(.ours(1)) == ["announce A +18179398981 Alice"])
        script.reported(callA)
        #expect(script.push(.vendors(1)) == ["again A"])
        #expect(script.logs == [.pairedByNumber(callA)])
        #expect(script.reported(callA, .again, .alreadyExists) == [])
    }

    @Test func `scenario B: better details of the exchange are shown when they come later`() {
        var script = PhoneScript()
        #expect(script.push(.vendors(1)) == ["announce V1 8179398981"])
        #expect(script.push(.ours(1)) == ["again V1", "update V1 +18179398981 Alice"])
    }

    @Test func `scenario C: a call whose second push never comes rings and is answered`() {
        var script = PhoneScript()
        script.push(.vendors(1))
        script.reported(CallUUID(vendor: Names.vendor(1)))
        #expect(script.line(lineA, .invited(.vendors(1))) == [])
        #expect(script.perform(.answer(CallUUID(vendor: Names.vendor(1)))) == ["configure audio", "a: answer"])
    }

    @Test func `scenario D: a call whose INVITE never comes is missed, not rung for ever`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.signal(.ready) == [])
        #expect(script.fire(.invite(callA)) == ["ended A remoteEnded", "keep awake", "notify missed A", "let sleep"])
    }

    @Test func `two calls from one number stay two`() {
        var script = PhoneScript()
        script.push(.ours(1, number: "+15550001111"))
        #expect(script.push(.ours(2, number: "+15550001111")) == ["announce B +15550001111 Bob"])
        #expect(script.push(.vendors(1, number: "5550001111"), spare: 3) == ["again A"])
        #expect(script.push(.vendors(2, number: "5550001111"), spare: 4) == ["again A"])
    }

    @Test func `a push is joined by a number that is written as people do at home`() {
        var script = PhoneScript()
        script.push(.ours(1, number: "+49301234567"))
        #expect(script.push(.vendors(1, number: "030 1234567"), spare: 3).first == "again A")
    }

    @Test func `of two calls whose numbers could be meant, the one that is the same digit by digit is`() {
        var script = PhoneScript()
        script.push(.ours(1, number: "5550001111"))
        script.push(.ours(2, number: "+15550001111"))
        script.reported(callA)
        script.reported(callB)
        #expect(script.push(.vendors(1, number: "+15550001111"), spare: 3).first == "again B")
    }

    @Test func `a push is not joined by number to a call that stands`() {
        var script = PhoneScript.connected()
        #expect(script.push(.vendors(2)).first == "announce V2 8179398982")
    }

    @Test func `a push of a call that was declined a moment ago does not ring under its name`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.perform(.end(callA))
        #expect(script.push(.ours(1), spare: 5).first?.hasPrefix("throwaway") == true)
    }

    @Test func `a push of another organization is not joined by number`() {
        var script = PhoneScript()
        script.push(.vendors(1))
        script.line(lineA, .invited(.vendors(1)))
        #expect(
            script.push(.ours(1, organization: Names.bolt)) == ["announce A +18179398981 Alice", "connect bolt"])
    }

    @Test(arguments: ["", "911", "+49 30 12", "sip:alice"])
    func `numbers too short to tell anything join nothing`(number: String) {
        var script = PhoneScript()
        script.push(.ours(1, number: number))
        #expect(script.push(.vendors(1, number: number)).first?.hasPrefix("announce V1") == true)
    }

    @Test func `scenario 50: the INVITE of a call finds it by its session, however late`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == [])
        #expect(script.perform(.answer(callA)) == ["configure audio", "a: answer"])
    }

    @Test func `a call that rings under two names keeps one when its INVITE says both`() {
        var script = PhoneScript()
        script.push(.vendors(1, number: "1"))
        script.push(.ours(1))
        let both = IncomingInvite(RegistrationID(Names.acme), session: Names.session(1), vendor: Names.vendor(1))
        script.reported(CallUUID(vendor: Names.vendor(1)))
        script.reported(callA)
        #expect(script.line(lineA, .invited(both)) == ["ended V1 answeredElsewhere"])
    }

    @Test func `scenario 50: an INVITE that no push announced rings, and its push afterwards finds it`() {
        var script = PhoneScript()
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["announce A +18179398981"])
        #expect(script.push(.ours(1)) == ["again A", "update A +18179398981 Alice"])
    }

    @Test func `a second branch of a call to this device is turned away as busy`() {
        var script = PhoneScript.ringing()
        #expect(script.line(lineB, .invited(.ours(1))) == ["b: busy"])
    }
}
