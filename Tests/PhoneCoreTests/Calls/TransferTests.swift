import CallModel
import PhoneCore
import Redaction
import Testing

/// The person has the exchange connect the other side to another user.
@Suite struct TransferTests {
    /// A call over the carrier's connection has been taken, and sound runs.
    private static func connectedAtCarrier() -> PhoneScript {
        var script = PhoneScript()
        script.push(.carriers(1))
        script.reported(callA)
        script.signalCarrier(.ready)
        script.line(lineA, .invited(.carriers(1)))
        script.perform(.answer(callA))
        script.handle(.system(.audioActivated))
        script.line(lineA, .activeIn)
        return script
    }

    @Test func `a call at the exchange is transferred by one order, and ends when the exchange says so`() {
        var script = PhoneScript.connected()
        #expect(script.user(.transfer(callA, to: "cleo")) == ["a: transfer to cleo"])
        #expect(script.outcome == .accepted(callA))
        #expect(script.phone.calls.map(\.phase) == [.connected])
        let ending = Ending(.completed, cause: HangUpCause(800))
        #expect(script.line(lineA, .ended(ending)) == ["ended A remoteEnded", "silence"])
        #expect(script.news.contains { if case .ended(let end) = $0 { end.reported == ending } else { false } })
    }

    @Test func `a call that is held is transferred too`() {
        var script = PhoneScript.connected()
        script.perform(.hold(callA, true))
        #expect(script.user(.transfer(callA, to: "cleo")) == ["a: transfer to cleo"])
    }

    @Test func `a call that was not transferred goes on, and the person learns how the target's call ended`() {
        var script = PhoneScript.connected()
        script.user(.transfer(callA, to: "cleo"))
        let ending = Ending(.noAnswer, cause: .noAnswer)
        #expect(script.line(lineA, .transferFailed(ending)) == [])
        #expect(script.news == [.transferFailed(callA, .noAnswer, reported: ending)])
        #expect(script.phone.calls.map(\.phase) == [.connected])
        #expect(script.user(.transfer(callA, to: "dan")) == ["a: transfer to dan"])
    }

    @Test func `a request that the exchange refuses is a failure without an ending`() {
        var script = PhoneScript.connected()
        script.user(.transfer(callA, to: "cleo"))
        #expect(script.line(lineA, .failed(.transfer)) == [])
        #expect(script.news == [.transferFailed(callA, .failed)])
    }

    @Test func `a call of a carrier's line is refused, and goes on`() {
        var script = Self.connectedAtCarrier()
        #expect(script.phone.calls.map(\.phase) == [.connected])
        #expect(script.user(.transfer(callA, to: "cleo")) == [])
        #expect(script.outcome == .refused(.notTransferable))
        #expect(script.phone.calls.map(\.phase) == [.connected])
    }

    @Test func `a call that rings, or that is over, is not transferred`() {
        var script = PhoneScript.ringing()
        #expect(script.user(.transfer(callA, to: "cleo")) == [])
        #expect(script.outcome == .refused(.notNow))
        script.user(.transfer(callB, to: "cleo"))
        #expect(script.outcome == .refused(.unknownCall))
        script.line(lineA, .ended(.cancelled))
        #expect(script.line(lineA, .transferFailed(Ending(.busy))) == [])
        #expect(script.news.isEmpty)
    }

    @Test(arguments: [("", PhoneRefusal.invalidNumber), ("cleo\n", .invalidName), ("sip:@nowhere", .invalidAddress)])
    func `a target that nothing can mean is refused before the exchange is asked`(
        target: String, refusal: PhoneRefusal
    ) {
        var script = PhoneScript.connected()
        #expect(script.user(.transfer(callA, to: Redacted(target))) == [])
        #expect(script.outcome == .refused(refusal))
    }

    @Test func `separators in a target's number are dropped, as when it is dialed`() {
        var script = PhoneScript.connected()
        #expect(script.user(.transfer(callA, to: "10 03")) == ["a: transfer to 1003"])
    }
}
