import CallModel
import PhoneCore
import Testing

@Suite struct CallEndTests {
    @Test func `declined at the system's screen: the exchange is notified, the system is not`() {
        var script = PhoneScript.ringing()
        #expect(script.perform(.end(callA)) == ["a: decline", "fulfil #1", "keep awake"])
        #expect(script.line(lineA, .ended(.declined)) == ["let sleep"])
    }

    @Test func `declined before the INVITE: told when it comes`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        #expect(script.perform(.end(callA)) == ["fulfil #1", "keep awake"])
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: decline"])
    }

    @Test func `declined before the INVITE and killed: told by the next process`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.end(callA))
        var next = script.relaunched()
        next.signal(.ready)
        #expect(next.line(lineA, .invited(.ours(1))) == ["a: decline"])
        next.line(lineA, .ended(.declined))
        #expect(next.record.past.allSatisfy { $0.termination == nil })
    }

    @Test func `a termination that cannot be sent is given up after a while`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script.perform(.end(callA))
        script.fire(.termination(callA))
        #expect(script.line(lineA, .invited(.ours(1))) == [])
    }

    @Test func `hung up while it stands`() {
        var script = PhoneScript.connected()
        #expect(script.perform(.end(callA)) == ["a: hang up", "fulfil #2", "silence", "keep awake"])
        #expect(script.perform(.end(callA)) == ["fulfil #3"])
    }

    @Test func `the other side hangs up`() {
        var script = PhoneScript.connected()
        #expect(script.line(lineA, .ended(.completed)) == ["ended A remoteEnded", "silence"])
    }

    @Test(arguments: [
        (EndReason.cancelled, "remoteEnded", true), (.noAnswer, "unanswered", true),
        (.answeredElsewhere, "answeredElsewhere", false), (.declinedElsewhere, "declinedElsewhere", false),
        (.failed, "failed", true),
    ])
    func `the entry in Recents of a call that rang`(reason: EndReason, word: String, isMissed: Bool) {
        var script = PhoneScript.ringing()
        let orders = script.line(lineA, .ended(reason))
        #expect(orders == ["ended A \(word)"] + (isMissed ? ["keep awake", "notify missed A", "let sleep"] : []))
    }

    @Test func `rung for as long as it may: missed, and the exchange gets no decline`() {
        var script = PhoneScript.ringing()
        #expect(script.timers[.ring(callA)] == .seconds(30))
        #expect(script.fire(.ring(callA)) == ["ended A unanswered", "keep awake", "notify missed A", "let sleep"])
        #expect(script.perform(.end(callA)) == ["fulfil #1"])
    }

    @Test func `ended before its report completed: the end is reported when it has`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        #expect(script.line(lineA, .ended(.cancelled)) == ["notify missed A"])
        #expect(script.reported(callA) == ["ended A remoteEnded"])
    }

    @Test func `ended by the person before the completion arrived: nothing is told afterwards`() {
        var script = PhoneScript()
        script.push(.ours(1))
        #expect(script.perform(.end(callA)) == ["fulfil #1"])
        #expect(script.reported(callA) == ["keep awake"])
    }

    @Test(arguments: [ReportRefusal.filteredByDoNotDisturb, .filteredByBlockList, .limitReached, .unentitled])
    func `a refused report ends the call here alone`(refusal: ReportRefusal) {
        var script = PhoneScript()
        script.push(.ours(1))
        script.signal(.ready)
        script.line(lineA, .invited(.ours(1)))
        #expect(script.reported(callA, .announce, refusal) == [])
        #expect(script.logs == [.reportRefused(callA, refusal)])
        #expect(script.line(lineA, .ended(.answeredElsewhere)) == [])
    }

    @Test func `a report refused first and taken the second time rings`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.push(.vendors(1))
        #expect(script.reported(callA, .announce, .filteredByDoNotDisturb) == [])
        #expect(script.reported(callA, .again) == [])
        #expect(script.perform(.answer(callA)) == ["configure audio"])
    }

    @Test func `a report made again that makes a second call ends it`() {
        var script = PhoneScript.ringing()
        script.push(.vendors(1))
        #expect(script.reported(callA, .again) == ["a: decline", "ended A unanswered", "keep awake"])
    }

    @Test func `the system loses its calls: nothing is reported, media stops, and a ringing call rings elsewhere`() {
        var script = PhoneScript.connectedAndRinging()
        #expect(script.handle(.system(.reset)) == ["a: hang up", "silence", "keep awake"])
        #expect(script.perform(.answer(callB)) == ["fail #2"])
    }

    @Test func `a report on its way when the system loses its calls makes one that is ended`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.push(.vendors(1))
        script.handle(.system(.reset))
        #expect(script.reported(callA) == ["ended A remoteEnded"])
        #expect(script.reported(callA, .again, .alreadyExists) == [])
    }

    @Test func `actions for calls of a process before`() {
        var script = PhoneScript()
        #expect(script.perform(.end(callA)) == ["fulfil #1"])
        #expect(script.perform(.mute(callA, true)) == ["fulfil #2"])
        #expect(script.perform(.answer(callA)) == ["fail #3"])
        #expect(script.perform(.group(callA)) == ["fail #4"])
    }

    @Test func `killed while it rang: missed, told once, unless another outcome comes in time`() {
        var script = PhoneScript.ringing()
        script = script.relaunched()
        #expect(script.effects.compactMap(\.text) == ["ask outcome A", "keep awake"])
        var other = script
        #expect(other.handle(.notices(.update(callA, .answeredElsewhere))) == ["let sleep"])
        #expect(other.handle(.timer(.outcome)) == [])
        #expect(script.handle(.timer(.outcome)) == ["notify missed A", "let sleep"])
        script.handle(.acknowledged(.notice(callA)))
        #expect(script.handle(.notices(.update(callA, .answeredElsewhere))) == ["withdraw A"])
        script.handle(.acknowledged(.noticeRemoved(callA)))
        #expect(script.relaunched().effects.compactMap(\.text) == [])
    }

    @Test func `killed while it stood: dropped, told once; the exchange's leg is hung up on when it calls`() {
        var script = PhoneScript.connected()
        script = script.relaunched()
        #expect(script.effects.compactMap(\.text) == ["connect acme", "keep awake", "notify dropped A"])
        script.handle(.acknowledged(.notice(callA)))
        script.signal(.ready)
        #expect(script.line(lineA, .invited(.ours(1))) == ["a: hang up"])
        script.line(lineA, .ended(.completed))
        #expect(script.relaunched().effects.compactMap(\.text) == [])
    }

    @Test func `a call without its connection for too long is dropped`() throws {
        var script = PhoneScript.connected()
        script.signal(.reconnecting)
        let limit = script.timers.keys.first { if case .connection(_, .limit) = $0 { true } else { false } }
        #expect(script.fire(try #require(limit)) == ["a: hang up", "ended A failed", "silence", "keep awake"])
    }

    @Test func `calls the system kept from a process before are ended`() {
        let left = PhoneScript.ringing().record
        let script = PhoneScript(stored: .found(left), systemCalls: [callA, callB])
        #expect(script.effects.compactMap(\.text) == ["ask outcome A", "request end A: end A", "keep awake"])
    }

    @Test func `ended on the app's own screen, once`() {
        var script = PhoneScript.connected()
        #expect(script.user(.end(callA)) == ["request end A: end A"])
        #expect(script.user(.end(callA)) == [])
        script.requested(callA, .end)
        #expect(script.perform(.end(callA)) == ["a: hang up", "fulfil #2", "silence", "keep awake"])
        script.user(.end(callA))
        #expect(script.outcome == .refused(.unknownCall))
    }

    @Test func `a call the system does not know any more ends all the same`() {
        var script = PhoneScript.connected()
        script.user(.end(callA))
        #expect(
            script.requested(callA, .end, .unknownCall) == [
                "a: hang up", "ended A remoteEnded", "silence", "keep awake",
            ])
    }

    @Test func `declined on the app's own screen before the system has the call`() {
        var script = PhoneScript()
        script.push(.ours(1))
        #expect(script.user(.end(callA)) == [])
        #expect(script.outcome == .accepted(callA))
        #expect(script.reported(callA) == ["ended A declinedElsewhere", "keep awake"])
    }
}
