import CallModel
import PhoneCore
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

    @Test func `a call is asked for, begun, dialled, connected`() {
        var script = PhoneScript()
        script.signal(.ready)
        #expect(script.user(wish()) == ["request start x5: start x5"])
        #expect(script.outcome == .accepted(out))
        #expect(script.requested(out, .start) == [])
        #expect(
            script.perform(.start(out, .phoneNumber("+15550001111"))) == [
                "configure audio", "fulfil #1", "connecting x5", "out-x5: dial +15550001111 by acme",
            ])
        #expect(script.take(.system(.audioActivated)) == [])
        #expect(script.line(outLine, .ringingOut) == [])
        #expect(script.line(outLine, .activeOut) == ["connected x5", "sound out-x5"])
        #expect(script.line(outLine, .ended(.completed)) == ["ended x5 remoteEnded", "silence"])
    }

    @Test func `the system learns the name of whom the person dialled by name`() {
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

    @Test(arguments: ["", "+", "alice", "+49 30 1234x", "1+2", String(repeating: "1", count: 33)])
    func `what is no number is refused`(number: String) {
        var script = PhoneScript()
        #expect(script.user(wish(number)) == [])
        #expect(script.outcome == .refused(.invalidNumber))
    }

    @Test func `a double tap places one call`() {
        var script = requested()
        #expect(script.user(wish("+15550001111", 6)) == [])
        #expect(script.outcome == .refused(.callUnderWay))
    }

    @Test func `nothing is dialled while a call comes in`() {
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

    @Test func `without an organisation there is nobody to place it`() {
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

    @Test func `given up while it is dialled: the line is hung up`() {
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
    func `what the system is told of a call nobody took`(reason: EndReason, word: String) {
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
