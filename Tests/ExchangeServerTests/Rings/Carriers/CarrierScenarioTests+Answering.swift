import CallModel
import ExchangeServer
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// 1–13: who gets a call that several answer.
extension CarrierScenarioTests {
    @Test(arguments: CarrierKind.allCases)
    func `scenario 01: one device answers, the others hear that it was answered elsewhere`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.answer(0)
            try await call.isJoined(0)
            try await call.isGone(1, 805)
            #expect(try await call.active()["winner"] == "alice1")
            try await call.callerHangsUp()
            try await call.isGone(0, 16)
            try await call.callerIsGone()
            let ended = try await call.ended()
            #expect(call.deviceReasons(ended) == [.answered, .answeredElsewhere])
            #expect(ended["outcome"] == "completedByCaller" && ended["missed_by"] == [])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 02: of two answers at once one wins, every time, and the other leg goes`(carrier: CarrierKind)
        async throws
    {
        for round in 0..<5 {
            try await carrier.ringing { call in
                try await call.answer(round % 2)
                try await call.answer(1 - round % 2)
                let winner = try await call.active()["winner"] == "alice1" ? 0 : 1
                try await call.isJoined(winner)
                try await call.isGone(1 - winner, 805)
                try await call.callerHangsUp()
                let reasons = call.deviceReasons(try await call.ended())
                #expect(reasons[winner] == .answered && reasons[1 - winner] == .answeredElsewhere)
            }
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 03: the answer that is processed first wins, and nothing changes that`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            let first = try await call.answersUnheard(0)
            try await call.answer(1)
            try await call.isJoined(1)
            try await first()
            try await call.answersAgain(1)
            let active = try await call.active()
            #expect(active["winner"] == "alice2" && active["version"] == 3)
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answeredElsewhere, .answered])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 04: a device that taps answer twice has the call once`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            for _ in 0..<2 { #expect(try await call.ask("claim", 0)["reply"] == "granted") }
            try await call.answer(0)
            try await call.isJoined(0)
            try await call.answersAgain(0)
            #expect(try await call.ask("claim", 0)["reply"] == "granted")
            #expect(try await call.active()["winner"] == "alice1")
        }
    }

    /// The second phone answers beside the claim of the first, which has the call.
    ///
    /// - Parameter meanwhile: what happens once the first has its claim.
    private func bothAnswer(_ call: any CarrierCall, meanwhile: () async throws -> Void = {}) async throws {
        #expect(try await call.ask("claim", 0)["reply"] == "granted")
        try await meanwhile()
        try await call.answer(1)
        try await call.answer(0)
        try await call.isJoined(0)
        try await call.isGone(1, 805)
        try await call.callerHangsUp()
        #expect(call.deviceReasons(try await call.ended()) == [.answered, .answeredElsewhere])
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 05: one user answers on two devices at once and talks on one`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            try await bothAnswer(call) { () async throws in
                #expect(try await call.ask("claim", 1)["reply"] == "taken")
            }
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 06: the winner's answer, told again after the bridge, changes nothing`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.talk(0)
            try await call.isGone(1)
            let before = try await call.active()
            try await call.answersAgain(0)
            #expect(try await call.now() == before)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 07: the winner's answer, told again after the end, opens nothing`(carrier: CarrierKind) async throws
    {
        try await carrier.ringing { call in
            try await call.talk(0)
            try await call.callerHangsUp()
            try await call.callerIsGone()
            try await call.isGone(0)
            let ended = try await call.ended()
            try await call.answersAgain(0)
            #expect(try await call.now() == ended)
            #expect(try await call.scene.history(of: RingScene.basicOfAlice).count == 1)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 08: an answer in the last second counts, and one after the end is too late`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            call.scene.clock.advance(by: .seconds(29))
            try await call.talk(0)
        }
        try await carrier.ringing { call in
            let answer = try await call.answersUnheard(0)
            try await call.ringsOut()
            let ended = try await call.ended()
            try await call.isGone(0)
            try await answer()
            #expect(try await call.now() == ended)
            #expect(call.deviceReasons(ended) == [.missed, .missed] && ended["outcome"] == "noAnswer")
            #expect(ended["missed_by"] == ["alice"])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 10: an answer while the caller hangs up comes to the same for everybody`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.callerHangsUp(asAnswers: 0)
            let ended = try await call.ended()
            let reasons = call.deviceReasons(ended)
            switch ended["outcome"]?.string.flatMap({ RingOutcome(rawValue: $0) }) {
            case .abandoned:
                #expect(reasons == [.callerHungUp, .answeredElsewhere] && ended["missed_by"] == [])
            // At the gateway the one comes before the other, or the other before the one.
            case .cancelled where carrier == .gateway:
                #expect(reasons == [.callerCancelled, .callerCancelled] && ended["missed_by"] == ["alice"])
            case .completedByCaller where carrier == .gateway:
                #expect(reasons == [.answered, .answeredElsewhere] && ended["missed_by"] == [])
            case let other: Issue.record("\(other.map(String.init(describing:)) ?? "no outcome")")
            }
            for phone in 0...1 { try await call.isGone(phone) }
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 11: a claim that is not used lapses, and the other answers`(carrier: CarrierKind) async throws {
        try await carrier.ringing { call in
            #expect(try await call.ask("claim", 0)["reply"] == "granted")
            try await call.answer(1)
            #expect(try await call.now()["winner"] != "alice2")
            call.scene.clock.advance(by: RingLimits.claimLease + .seconds(1))
            try await call.isJoined(1)
            #expect(try await call.active()["winner"] == "alice2")
            try await call.callerHangsUp()
            #expect(call.deviceReasons(try await call.ended()) == [.answeredElsewhere, .answered])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 12: who answers beside a claim waits for it, and loses when it is used`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in try await bothAnswer(call) }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 13: a device that never heard its claim was granted answers and has the call`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            _ = try await call.ask("claim", 1)
            try await call.talk(1)
            #expect(try await call.active()["winner"] == "alice2")
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 57: every piece of news has one effect, however often it comes`(carrier: CarrierKind) async throws {
        let kinds = ["call.initiated", "call.answered", "call.bridged", "call.hangup"]
        try await carrier.play { scene in
            scene.telnyx.set { $0.doubledEvents = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 10) }) }
            let call = try await carrier.ring(scene)
            try await call.answer(0)
            try await call.answer(0)
            try await call.isJoined(0)
            try await call.callerHangsUp()
            try await call.callerHangsUp()
            let ended = try await call.ended()
            #expect(ended["version"] == 4 && call.deviceReasons(ended) == [.answered, .answeredElsewhere])
            guard carrier == .telnyx else { return }
            #expect(try await scene.figure("carillon_webhooks_total", "repeated") > 0)
            #expect(scene.asked("actions/bridge").count == 1)
        }
    }
}
