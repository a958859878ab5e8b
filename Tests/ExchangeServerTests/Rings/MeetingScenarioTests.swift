import CallModel
import ExchangeServer
import NIOHTTP1
import Redaction
import RingCore
import Standins
import Testing
import WireJSON

/// Scenario 65 on the running exchange: alice and bob call each other. Alice's name is the lower, so hers goes on.
@Suite(.timeLimit(.minutes(5))) struct MeetingScenarioTests {
    private static let numberOfBob = "+15550100003"
    private static let mobileOfBob = "+15550107777"
    private static let basicOfBob = TestHTTP.basic("bob", "bob-secret")

    private static func play(
        database: String? = nil, _ change: (inout ExchangeConfiguration) throws -> Void = { _ in },
        _ body: (RingScene) async throws -> Void
    ) async throws {
        try await RingScene.play(database: database) { configuration in
            configuration.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
            configuration.telnyx?.numbers.append(
                CalledNumber(Redacted(numberOfBob), users: ["bob"], organization: "acme"))
            try change(&configuration)
        } _: { scene in
            try await body(scene)
        }
    }

    /// Both have one entry, that of the same call; the operator sees what became of the other.
    private static func expectOneEntry(_ scene: RingScene, _ survivor: String) async throws {
        for user in [RingScene.basicOfAlice, basicOfBob] {
            #expect(try await scene.history(of: user).map { $0["call_session_id"]?.string } == [survivor])
        }
        let all = try await scene.history(of: TestHTTP.bearer(TestExchange.token))
        let other = all.first { $0["call_session_id"]?.string != survivor }
        #expect(all.count == 2 && other?["outcome"]?.string == "glareMerged")
        #expect(other?["missed_by"]?.array == [])
    }

    private static func callers(_ scene: RingScene) -> [SceneLeg] { scene.legs.filter(\.isIncoming) }

    /// The two callers talk, and everything else is over.
    private static func joined(_ scene: RingScene) async throws -> [SceneLeg] {
        try await scene.until {
            let callers = callers(scene)
            guard callers.count == 2, callers[0].partner == callers[1].id, callers[1].partner == callers[0].id,
                scene.legs.allSatisfy({ $0.isIncoming || $0.state == "over" })
            else { return nil }
            return callers
        }
    }

    // MARK: - At Telnyx

    @Test(arguments: [true, false])
    func `scenario 65: at Telnyx both are joined without a tap`(isAliceFirst: Bool) async throws {
        try await Self.play { scene in
            let calls = [("alice1", Self.numberOfBob, 1), ("bob-phone", RingScene.number, 2)]
            let (from, to, rung) = isAliceFirst ? calls[0] : calls[1]
            _ = scene.telnyx.callIn(from: RingScene.address(of: from), to: to)
            _ = try await scene.rungLegs(rung)
            let (next, number, _) = isAliceFirst ? calls[1] : calls[0]
            _ = scene.telnyx.callIn(from: RingScene.address(of: next), to: number)
            let callers = try await Self.joined(scene)
            #expect(scene.dialed.count == rung, "neither the caller nor their other devices ring")
            let survivor = try await scene.history(of: RingScene.basicOfAlice).first?["call_session_id"]?.string ?? ""
            let active = try await scene.status(of: survivor) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == "bob-phone")
            scene.act("hangup", on: callers[1].id)
            _ = try await scene.end(of: survivor)
            try await Self.expectOneEntry(scene, survivor)
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
        }
    }

    /// refusals: how often Telnyx was asked for an answer in vain before the crash: once, or so often that the port gave up.
    @Test(arguments: [1, 5, 8])
    func `scenario 65: a crash between the decision and the bridge loses nothing of it`(refusals: Int) async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await Self.play(database: folder.path) { scene in
            _ = scene.telnyx.callIn(from: RingScene.address(of: "bob-phone"), to: RingScene.number)
            _ = try await scene.rungLegs(2)
            // Nothing that is ordered from now on is done.
            scene.telnyx.plan(HTTPFault(.cutConnection(isProcessed: false), count: 1_000, path: "/actions/answer"))
            _ = scene.telnyx.callIn(from: RingScene.address(of: "alice1"), to: Self.numberOfBob)
            _ = try await scene.until { scene.asked("/actions/answer").count >= refusals ? true : nil }
            #expect(Self.callers(scene).allSatisfy { $0.partner == nil })
            // Before the next one asks, because between its tries it waits, on a busy machine for longer than a bridge may take.
            let heal = { _ = scene.telnyx.control("DELETE", "faults") }
            try await scene.succeeded(in: folder, meanwhile: heal) { next in
                let callers = try await Self.joined(next)
                let entries = try await next.history(of: RingScene.basicOfAlice)
                let survivor = entries.first?["call_session_id"]?.string ?? ""
                // A hang-up that overtakes the news of the bridge is that of a winner who never talked.
                _ = try await next.status(of: survivor) { $0["state"]?.string == "active" }
                next.act("hangup", on: callers[0].id)
                _ = try await next.end(of: survivor)
                try await Self.expectOneEntry(next, survivor)
            }
        }
    }

    @Test(arguments: ["A", "B", ""])
    func `scenario 65: a number counts as its user's only where its carrier vouches for it`(
        attestation: String
    ) async throws {
        try await Self.play {
            $0.users[1].numbers.append(Redacted(Self.mobileOfBob))
        } _: { scene in
            _ = scene.telnyx.callIn(from: RingScene.address(of: "alice1"), to: Self.numberOfBob)
            _ = try await scene.rungLegs(1)
            _ = scene.telnyx.control(
                "POST", "calls",
                [
                    "from": .string(Self.mobileOfBob), "to": .string(RingScene.number),
                    "attestation": attestation.isEmpty ? .null : .string(attestation),
                ])
            if attestation == "A" {
                _ = try await Self.joined(scene)
            } else {
                _ = try await scene.rungLegs(3)
                #expect(Self.callers(scene).allSatisfy { $0.partner == nil })
            }
        }
    }

    @Test func `scenario 65: who rings with others is no answer of a group's: both calls ring on`() async throws {
        try await Self.play {
            $0.telnyx?.numbers[1].stages = [.init(users: ["bob", "alice"])]
        } _: { scene in
            _ = scene.telnyx.callIn(from: RingScene.address(of: "alice1"), to: Self.numberOfBob)
            _ = try await scene.rungLegs(2)
            _ = scene.telnyx.callIn(from: RingScene.address(of: "bob-phone"), to: RingScene.number)
            _ = try await scene.rungLegs(4)
            #expect(scene.legs.allSatisfy { $0.state != "over" })
        }
    }

    // MARK: - At the gateway

    /// So many messages, each by its method or the id of the request it answers, in no order.
    private static func messages(_ client: TestClient, _ count: Int) async throws -> [String: JSONObject] {
        var found: [String: JSONObject] = [:]
        for _ in 0..<count {
            let message = try await client.message()
            found[message["method"]?.string ?? message["id"]?.string ?? ""] = message["params"]?.object ?? message
        }
        return found
    }

    @Test func `scenario 65: at the gateway the later call of the higher name ends, and the other is answered`()
        async throws
    {
        try await Self.play { scene in
            let (alice, bob) = (try await scene.phone("alice1"), try await scene.phone("bob-phone"))
            let other = try await scene.phone("alice2")
            _ = try await alice.dial(Self.numberOfBob, callID: "a", .telnyx)
            let invite = try await bob.told("telnyx_rtc.invite")
            _ = try await alice.told("telnyx_rtc.ringing")
            _ = try await bob.dial(RingScene.number, callID: "b", .telnyx)
            #expect(try await bob.told("telnyx_rtc.bye")["causeCode"]?.integer == 805)
            bob.answer(try #require(invite["callID"]?.string), .telnyx)
            _ = try await bob.result(of: "answer")
            _ = try await alice.told("telnyx_rtc.answer")
            alice.bye("a", .telnyx)
            _ = try await alice.result(of: "bye")
            _ = try await bob.told("telnyx_rtc.bye")
            let survivor = try #require(invite["telnyx_session_id"]?.string)
            _ = try await scene.end(of: survivor)
            try await Self.expectOneEntry(scene, survivor)
            other.bye("none", .telnyx)
            _ = try await other.failure(of: "bye")  // It was told nothing before.
        }
    }

    @Test func `scenario 65: at the gateway the earlier call of the higher name ends, and its caller is rung`()
        async throws
    {
        try await Self.play {
            // Who calls back is not busy, whatever else the policy says.
            $0.telnyx?.numbers[1].policy.busy = .skip
        } _: { scene in
            let (alice, bob) = (try await scene.phone("alice1"), try await scene.phone("bob-phone"))
            _ = try await bob.dial(RingScene.number, callID: "b", .telnyx)
            _ = try await alice.told("telnyx_rtc.invite")
            _ = try await bob.told("telnyx_rtc.ringing")
            _ = try await alice.dial(Self.numberOfBob, callID: "a", .telnyx)
            let toAlice = try await Self.messages(alice, 2)
            #expect(Set(toAlice.keys) == ["telnyx_rtc.bye", "telnyx_rtc.ringing"])
            #expect(toAlice["telnyx_rtc.bye"]?["causeCode"]?.integer == 805)
            let toBob = try await Self.messages(bob, 2)
            #expect(Set(toBob.keys) == ["telnyx_rtc.bye", "telnyx_rtc.invite"])
            bob.answer(try #require(toBob["telnyx_rtc.invite"]?["callID"]?.string), .telnyx)
            _ = try await bob.result(of: "answer")
            _ = try await alice.told("telnyx_rtc.answer")
            alice.bye("a", .telnyx)
            let survivor = try #require(toBob["telnyx_rtc.invite"]?["telnyx_session_id"]?.string)
            _ = try await scene.end(of: survivor)
            try await Self.expectOneEntry(scene, survivor)
        }
    }

    // MARK: - Between users

    @Test(arguments: [true, false])
    func `scenario 65: between users the call of the higher name ends, and the other is answered`(
        isAliceFirst: Bool
    ) async throws {
        try await Self.play { scene in
            let (alice, bob) = (try await scene.phone("alice1"), try await scene.phone("bob-phone"))
            let invite: JSONObject
            if isAliceFirst {
                _ = try await alice.dial("bob", callID: "a", .telnyx)
                invite = try await bob.told("telnyx_rtc.invite")
                _ = try await alice.told("telnyx_rtc.ringing")
                _ = try await bob.dial("alice", callID: "b", .telnyx)
                #expect(try await bob.told("telnyx_rtc.bye")["causeCode"]?.integer == 805)
            } else {
                _ = try await bob.dial("alice", callID: "b", .telnyx)
                _ = try await alice.told("telnyx_rtc.invite")
                _ = try await bob.told("telnyx_rtc.ringing")
                _ = try await alice.dial("bob", callID: "a", .telnyx)
                #expect(try await alice.told("telnyx_rtc.bye")["causeCode"]?.integer == 805)
                #expect(try await bob.told("telnyx_rtc.bye")["causeCode"]?.integer == 805)
                invite = try await bob.told("telnyx_rtc.invite")
                _ = try await alice.told("telnyx_rtc.ringing")
            }
            bob.answer(try #require(invite["callID"]?.string), .telnyx)
            _ = try await bob.result(of: "answer")
            _ = try await alice.told("telnyx_rtc.answer")
            alice.bye("a", .telnyx)
            _ = try await alice.result(of: "bye")
            let survivor = try #require(invite["telnyx_session_id"]?.string)
            for user in [RingScene.basicOfAlice, Self.basicOfBob] {
                #expect(try await scene.history(of: user).map { $0["call_session_id"]?.string } == [survivor])
            }
            #expect(try await scene.history(of: TestHTTP.bearer(TestExchange.token)).count == 2)
        }
    }
}
