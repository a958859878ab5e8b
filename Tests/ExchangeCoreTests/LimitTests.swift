import CallModel
import ExchangeCore
import Redaction
import Scopes
import Testing

@Suite struct LimitTests {
    @Test func `ten thousand calls beyond the limit are refused and change nothing`() {
        var world = ExchangeWorld {
            $0.callsMax = 10
            $0.ringsOfPairMax = 100
        }
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

    @Test func `a user places so many calls, and is busy with so many`() {
        var world = ExchangeWorld { $0.callsOfUserMax = 1 }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("cleo", on: 3)
        world.dial("ben")
        #expect(
            world.dial("cleo", callID: "b", session: 2) == ["1 ✗ limitReached(ExchangeCore.ExchangeLimit.callsOfUser)"])
        #expect(world.dial("ben", on: 3, callID: "c", session: 3) == ["3 ✓ created c", "3 bye c 17 busy"])
    }

    @Test func `M1: a user who is rung by as many calls as there may be places calls as ever`() {
        var world = ExchangeWorld {
            $0.callsOfUserMax = 3
            $0.ringsOfPairMax = 3
        }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.connect("cleo", on: 3)
        for number in 1...3 as ClosedRange<UInt64> { world.dial("ben", callID: "call \(number)", session: number) }
        #expect(world.dial("ben", on: 3, callID: "busy", session: 4).contains("3 bye busy 17 busy"))
        for number in 5...7 as ClosedRange<UInt64> {
            let told = world.dial("cleo", on: 2, callID: "own \(number)", session: number)
            #expect(told.first == "2 ✓ created own \(number)")
        }
        #expect(
            world.dial("cleo", on: 2, callID: "own", session: 8)
                == ["2 ✗ limitReached(ExchangeCore.ExchangeLimit.callsOfUser)"])
    }

    @Test func `M1: one user rings another so many times at once, from all devices, and others as before`() {
        var world = ExchangeWorld { $0.ringsOfPairMax = 2 }
        let refusal = "limitReached(ExchangeCore.ExchangeLimit.ringsOfPair)"
        for (connection, user) in ["anna", "anna", "ben", "cleo"].enumerated() {
            world.connect(user, on: UInt64(connection + 1))
        }
        world.dial("ben", on: 1, callID: "a", session: 1)
        world.dial("ben", on: 2, callID: "b", session: 2)
        let before = world.exchange
        #expect(world.dial("ben", on: 1, callID: "c", session: 3) == ["1 ✗ \(refusal)"])
        #expect(world.dial("ben", on: 2, callID: "d", session: 4) == ["2 ✗ \(refusal)"])
        #expect(world.exchange == before)
        #expect(world.dial("cleo", on: 1, callID: "e", session: 5).first == "1 ✓ created e")
        #expect(world.dial("ben", on: 4, callID: "f", session: 6).first == "4 ✓ created f")
        world.request(1, .hangUp(CallID("a"), .originatorCancel))
        #expect(world.dial("ben", on: 1, callID: "g", session: 7).first == "1 ✓ created g")
    }

    @Test func `M1: an answered call does not count for its pair, as it rings no more`() {
        var world = ExchangeWorld { $0.ringsOfPairMax = 1 }
        world.connect("anna", on: 1)
        world.connect("ben", on: 2)
        world.dial("ben")
        world.answer(2)
        #expect(world.dial("ben", callID: "b", session: 2).first == "1 ✓ created b")
        let refusal = "1 ✗ limitReached(ExchangeCore.ExchangeLimit.ringsOfPair)"
        #expect(world.dial("ben", callID: "c", session: 3) == [refusal])
    }

    @Test func `M1: a number is rung by one user so many times at once, however it is written`() {
        var world = ExchangeWorld { $0.ringsOfPairMax = 2 }
        world.connect("anna", on: 1)
        func dial(_ dialed: String, _ session: UInt64) -> [String] {
            var dialing = ExchangeWorld.dialing(nil, callID: "call \(session)", session: session)
            dialing.verdict = ExchangeWorld.verdict(of: UserID("anna"), calling: SingleOrganizationDirectory.number)
            dialing.dialed = Redacted(dialed)
            return world.request(1, .dial(dialing))
        }
        #expect(dial("+15550100", 1).first == "1 ✓ created call 1")
        #expect(dial("sip:+15550100@a.example", 2).first == "1 ✓ created call 2")
        let refusal = "1 ✗ limitReached(ExchangeCore.ExchangeLimit.ringsOfPair)"
        #expect(dial("+15550100@b.example", 3) == [refusal])
        #expect(dial("+15550101", 4).first == "1 ✓ created call 4")
    }

    @Test func `M1: all callers without an account together ring one target so many times at once`() {
        var world = ExchangeWorld { $0.ringsOfPairMax = 2 }
        func dial(_ dialed: String, on connection: UInt64, _ session: UInt64) -> [String] {
            let attempt = CallAttempt(
                by: UserID("guest \(connection)"), anonymous: .init(target: dialed, name: "Website"),
                dialing: Redacted(dialed))
            var dialing = ExchangeWorld.dialing(nil, callID: "call \(session)", session: session)
            dialing.verdict = CallingPolicy().verdict(
                on: attempt, in: SingleOrganizationDirectory(Set(["anna", "ben", "cleo"].map { UserID($0) })))
            dialing.dialed = Redacted(dialed)
            return world.request(connection, .dial(dialing))
        }
        let refusal = "limitReached(ExchangeCore.ExchangeLimit.ringsOfPair)"
        for connection in 1...3 as ClosedRange<UInt64> { world.connect("guest \(connection)", on: connection) }
        world.connect("ben", on: 4)
        world.connect("anna", on: 5)
        for connection in 1...2 as ClosedRange<UInt64> {
            #expect(dial("ben", on: connection, connection).first == "\(connection) ✓ created call \(connection)")
        }
        let before = world.exchange
        #expect(dial("ben", on: 3, 3) == ["3 ✗ \(refusal)"])
        #expect(world.exchange == before)
        #expect(dial(SingleOrganizationDirectory.number, on: 3, 4).first == "3 ✓ created call 4", "another target")
        #expect(world.dial("ben", on: 5, callID: "own", session: 5).first == "5 ✓ created own", "who has an account")
        world.request(1, .hangUp(CallID("call 1"), .originatorCancel))
        #expect(dial("ben", on: 3, 6).first == "3 ✓ created call 6")
        world.answer(4, session: 6)
        #expect(dial("ben", on: 1, 7).first == "1 ✓ created call 7", "an answered call rings no more")
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
        let cases: [(ExchangeLimit, (inout Dialing) -> Void)] = [
            (.callIDBytes, { $0.callID = CallID(String(repeating: "x", count: 129)) }),
            (.nameBytes, { $0.dialed = text(257) }),
            (.nameBytes, { $0.verdict = ExchangeWorld.verdict(of: UserID("anna"), calling: "ben", name: text(257)) }),
            (.nameBytes, { $0.verdict = ExchangeWorld.verdict(of: UserID("anna"), calling: "ben", number: text(257)) }),
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
            var dialing = ExchangeWorld.dialing("ben")
            change(&dialing)
            #expect(
                world.request(1, .dial(dialing)) == ["1 ✗ limitReached(ExchangeCore.ExchangeLimit.\(limit))"])
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
