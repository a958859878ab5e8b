import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct LimitTests {
    @Test func `ten thousand calls beyond the limit are refused and change nothing`() {
        var world = ExchangeWorld { $0.callsMax = 10 }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        for number in 1...10 as ClosedRange<UInt64> { world.dial("ben", callID: "call \(number)", session: number) }
        let before = world.exchange
        for number in 11...10_010 as ClosedRange<UInt64> {
            #expect(
                world.dial("ben", callID: "call \(number)", session: number) == [
                    "1 ✗ limitReached(ExchangeCore.ExchangeLimit.calls)"
                ])
        }
        #expect(world.exchange == before)
        world.request(1, .hangUp(CallID("call 1"), .originatorCancel))
        #expect(world.dial("ben", callID: "next", session: 20_000).first == "1 ✓ created next")
    }

    @Test func `a user has so many calls, as caller and as callee`() {
        var world = ExchangeWorld { $0.callsOfUserMax = 1 }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("cleo", on: 3)
        world.dial("ben")
        #expect(
            world.dial("cleo", callID: "b", session: 2) == ["1 ✗ limitReached(ExchangeCore.ExchangeLimit.callsOfUser)"])
        #expect(world.dial("ben", on: 3, callID: "c", session: 3) == ["3 ✓ created c", "3 bye c 17 busy"])
    }

    @Test func `a user has so many devices; one that is gone makes room`() {
        var world = ExchangeWorld { $0.devicesOfUserMax = 2 }
        world.connect("ben", on: 1)
        world.connect("ben", on: 2)
        let refusal = "3 not admitted: limitReached(ExchangeCore.ExchangeLimit.devicesOfUser)"
        #expect(world.connect("ben", on: 3) == [refusal])
        world.lose(1)
        #expect(world.connect("ben", on: 3) == ["3 admitted", "3 ready"])
        #expect(world.exchange.devices(of: UserID("ben")) == [DeviceID("session 2"), DeviceID("session 3")])
    }

    @Test func `all users together have so many sessions`() {
        var world = ExchangeWorld { $0.sessionsMax = 1 }
        world.connect("anna", on: 1)
        #expect(
            world.connect("ben", on: 2) == ["2 not admitted: limitReached(ExchangeCore.ExchangeLimit.sessions)"])
    }

    @Test func `a leg has so many candidates, each so long`() {
        var world = ExchangeWorld { $0.candidatesMax = 1 }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dial("ben", trickles: true)
        let long = TrickledCandidate(text: Redacted(String(repeating: "x", count: 1_025)))
        let limit = "1 ✗ limitReached(ExchangeCore.ExchangeLimit."
        #expect(world.request(1, .candidate(CallID("call"), long)) == [limit + "candidateBytes)"])
        let candidate = TrickledCandidate(text: SampleDescription.candidate)
        #expect(world.request(1, .candidate(CallID("call"), candidate)).count == 2)
        #expect(world.request(1, .candidate(CallID("call"), candidate)) == [limit + "candidates)"])
    }

    @Test func `everything a caller brings along has its size`() {
        let text = { (count: Int) in Redacted(String(repeating: "x", count: count)) }
        let header = CustomHeader(name: "X", value: "1")
        let codec = PreferredCodec(mimeType: "audio/opus", clockRate: 48_000)
        let cases: [(ExchangeLimit, (inout Dialling) -> Void)] = [
            (.callIDBytes, { $0.callID = CallID(String(repeating: "x", count: 129)) }),
            (.nameBytes, { $0.dialled = text(257) }),
            (.nameBytes, { $0.callerName = text(257) }),
            (.nameBytes, { $0.callerNumber = text(257) }),
            (.clientStateBytes, { $0.clientState = text(4_097) }),
            (.descriptionBytes, { $0.description = text(32_769) }),
            (.headers, { $0.headers = Array(repeating: header, count: 33) }),
            (.headerBytes, { $0.headers = [CustomHeader(name: "X", value: text(1_024))] }),
            (.preferredCodecs, { $0.preferredCodecs = Array(repeating: codec, count: 17) }),
        ]
        var world = ExchangeWorld()
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        let before = world.exchange
        for (limit, change) in cases {
            var dialling = ExchangeWorld.dialling("ben")
            change(&dialling)
            #expect(
                world.request(1, .dial(dialling)) == ["1 ✗ limitReached(ExchangeCore.ExchangeLimit.\(limit))"])
        }
        #expect(world.exchange == before)
    }

    @Test func `digits and renegotiations are bounded`() {
        var world = ExchangeWorld { $0.renegotiationsMax = 0 }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dial("ben")
        world.answer(2)
        let digits = Redacted(String(repeating: "1", count: 129))
        let limit = "1 ✗ limitReached(ExchangeCore.ExchangeLimit."
        #expect(world.request(1, .sendTones(CallID("call"), digits)) == [limit + "tones)"])
        #expect(
            world.request(1, .updateMedia(CallID("call"), SampleDescription.offer())) == [limit + "renegotiations)"])
    }

    @Test func `a call has so many called legs in all`() {
        var world = ExchangeWorld { $0.calledLegsMax = 2 }
        world.connect("anna", on: 1)
        for connection in 2...4 as ClosedRange<UInt64> { world.connect("ben", on: connection) }
        #expect(world.dial("ben").filter { $0.contains("invite") }.count == 2)
        #expect(world.connect("ben", on: 5) == ["5 admitted", "5 ready"])
    }

    @Test func `ended calls are kept for a while, and only so many`() {
        var world = ExchangeWorld { $0.endedCallsMax = 2 }
        world.connect("anna", on: 1)
        for number in 1...4 as ClosedRange<UInt64> { world.dial(nil, callID: "call \(number)", session: number) }
        #expect(world.status(1) == nil)
        #expect(world.status(4)?.ending?.cause == .unallocatedNumber)
        world.now = .seconds(60)
        world.connect("ben", on: 2)
        #expect(world.status(4) == nil)
        #expect(world.exchange.liveCallCount == 0)
    }

    @Test func `an exchange that everybody has left is as it was in the beginning`() {
        var world = ExchangeWorld()
        let empty = world.exchange
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        for number in 1...50 as ClosedRange<UInt64> {
            world.dial("ben", callID: "call \(number)", session: number)
            world.answer(2, session: number)
            world.request(1, .hangUp(CallID("call \(number)"), .normalClearing))
        }
        world.now = .seconds(60)
        world.lose(1, .closed)
        world.lose(2, .closed)
        #expect(world.exchange == empty)
        #expect(world.checker.runningTimers == [])
        #expect(world.checker.violations == [])
    }
}
