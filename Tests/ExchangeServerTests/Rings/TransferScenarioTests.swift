import ExchangeServer
import NIOHTTP1
import Redaction
import Standins
import Testing
import WireJSON

/// Scenario 68 on a running exchange: a conversation changes hands, waits, and is joined by a third person.
@Suite(.timeLimit(.minutes(5))) struct TransferScenarioTests {
    /// An operator, and a call in which alice's first phone talks to the caller. Bob's phone can be rung.
    struct Talk {
        let scene: RingScene
        let session: String
        let caller: String
        let alices: String

        /// The status of the answer; the version is the newest there is.
        func ask(
            _ request: String, _ device: String? = nil, older: Int64 = 0,
            by proof: String = TestHTTP.bearer(TestExchange.token)
        ) async throws -> Int {
            let version = try await status { _ in true }["version"]?.integer ?? 0
            let named = device.map { #","device":"\#($0)""# } ?? ""
            return try await TestHTTP.ask(
                scene.server, .POST, "/api/calls/\(session)/requests",
                authorization: proof,
                body: #"{"request":"\#(request)","version":\#(version - older)\#(named)}"#
            ).status
        }

        func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
            try await scene.status(of: session, isSo)
        }

        /// Bob's phone rings, and is answered.
        func bobAnswers() async throws -> String {
            let bobs = try await scene.until { scene.legs.first { $0.to == RingScene.address(of: "bob-phone") } }
            scene.act("answer", on: bobs.id)
            return bobs.id
        }

        func until(_ isSo: (SceneLeg) -> Bool) async throws {
            _ = try await scene.until { scene.legs.first(where: isSo) }
        }

        func everybodyGoes() async throws {
            _ = try await scene.until { scene.legs.allSatisfy { $0.state == "over" } ? true : nil }
        }
    }

    private static func talking(
        bobIn organizations: [String] = [], ringStarts: Int = 1_000, _ body: (Talk) async throws -> Void
    ) async throws {
        try await RingScene.play {
            $0.users[1].organizations = organizations
            $0.limits.ringStartsPerMinute = ringStarts
            $0.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
        } _: { scene in
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            let talk = Talk(scene: scene, session: session, caller: caller, alices: rung[0].id)
            _ = try await talk.status { $0["state"]?.string == "active" }
            try await body(talk)
        }
    }

    @Test func `scenario 68: an attended transfer hands the caller to whom the winner has talked to`() async throws {
        try await Self.talking { talk in
            #expect(try await talk.ask("complete_transfer") == 409)
            #expect(try await talk.ask("consult", "bob-phone", older: 1) == 409)
            #expect(try await talk.ask("consult", "bob-phone") == 200)
            let bobs = try await talk.bobAnswers()
            let consulting = try await talk.status { $0["beside"]?.object?["joined"]?.bool == true }
            #expect(consulting["beside"]?.object?["role"]?.string == "consulted")
            #expect(consulting["state"]?.string == "active" && consulting["winner"] != "bob-phone")
            try await talk.until { $0.id == talk.alices && $0.partner == bobs }
            _ = try await talk.scene.until { talk.scene.asked("actions/speak").first { $0.status == 200 } }
            #expect(try await talk.ask("complete_transfer") == 200)
            let done = try await talk.status { $0["state"]?.string == "active" && $0["winner"] == "bob-phone" }
            #expect(done["beside"] == nil)
            try await talk.until { $0.id == talk.caller && $0.partner == bobs }
            try await talk.until { $0.id == talk.alices && $0.state == "over" }
            talk.scene.act("hangup", on: talk.caller)
            let ended = try await talk.status { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "completedByCaller" && ended["winner"] == "bob-phone")
            try await talk.everybodyGoes()
        }
    }

    @Test func `scenario 68: a transfer that is cancelled gives the caller back`() async throws {
        try await Self.talking { talk in
            #expect(try await talk.ask("consult", "bob-phone") == 200)
            let bobs = try await talk.bobAnswers()
            _ = try await talk.status { $0["beside"]?.object?["joined"]?.bool == true }
            #expect(try await talk.ask("cancel_transfer") == 200)
            let back = try await talk.status { $0["state"]?.string == "active" && $0["beside"] == nil }
            #expect(back["winner"] != "bob-phone")
            try await talk.until { $0.id == talk.caller && $0.partner == talk.alices }
            try await talk.until { $0.id == bobs && $0.state == "over" }
            #expect(try await talk.ask("end") == 200)
            try await talk.everybodyGoes()
        }
    }

    @Test func `scenario 68: a parked caller waits, and is taken up by another phone`() async throws {
        try await Self.talking { talk in
            #expect(try await talk.ask("unpark", "bob-phone") == 409)
            #expect(try await talk.ask("park") == 200)
            _ = try await talk.status { $0["state"]?.string == "parked" }
            try await talk.until { $0.id == talk.alices && $0.state == "over" }
            try await talk.until { $0.id == talk.caller && $0.state == "answered" }
            #expect(try await talk.ask("unpark", "bob-phone", older: 1) == 409)
            #expect(try await talk.ask("unpark", "bob-phone") == 200)
            let bobs = try await talk.bobAnswers()
            let taken = try await talk.status { $0["state"]?.string == "active" }
            #expect(taken["winner"] == "bob-phone")
            try await talk.until { $0.id == talk.caller && $0.partner == bobs }
            talk.scene.act("hangup", on: bobs)
            let ended = try await talk.status { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == "completedByCallee")
            try await talk.everybodyGoes()
        }
    }

    @Test func `scenario 68: who barges in is in the conversation as long as it lasts`() async throws {
        try await Self.talking { talk in
            #expect(try await talk.ask("barge", "bob-phone", older: 1) == 409)
            #expect(try await talk.ask("barge", "bob-phone") == 200)
            let bobs = try await talk.bobAnswers()
            let joined = try await talk.status { $0["beside"]?.object?["joined"]?.bool == true }
            #expect(joined["beside"]?.object?["role"]?.string == "barging" && joined["winner"] != "bob-phone")
            try await talk.until { $0.id == bobs && $0.supervised == talk.caller }
            try await talk.until { $0.id == talk.caller && $0.partner == talk.alices }
            talk.scene.act("hangup", on: talk.caller)
            _ = try await talk.status { $0["state"]?.string == "ended" }
            try await talk.everybodyGoes()
        }
    }

    @Test func `scenario 68: a user who has the call changes it, and any other call is unknown to them`() async throws {
        try await Self.talking { talk in
            let (alice, bob) = (TestHTTP.basic("alice", "alice-secret"), TestHTTP.basic("bob", "bob-secret"))
            for request in ["end", "park", "consult", "transfer", "barge"] {
                #expect(try await talk.ask(request, "bob-phone", by: bob) == 404)
            }
            #expect(try await talk.ask("barge", "bob-phone", by: alice) == 404, "listening in is an operator's right")
            #expect(try await talk.ask("park", by: alice) == 200)
            _ = try await talk.status { $0["state"]?.string == "parked" }
            #expect(try await talk.ask("unpark", "bob-phone", by: alice) == 404, "it is not a device of hers")
            #expect(try await talk.ask("unpark", "bob-phone", by: bob) == 200)
            _ = try await talk.bobAnswers()
            let taken = try await talk.status { $0["state"]?.string == "active" }
            #expect(taken["winner"] == "bob-phone")
            #expect(try await talk.ask("park", by: alice) == 404)
            #expect(try await talk.ask("end", by: bob) == 404, "they hang up on the phone")
            #expect(try await talk.ask("end") == 200)
            try await talk.everybodyGoes()
        }
    }

    @Test(arguments: [false, true])
    func `H5: a user hands a call to a user they may call, and any other device is unknown to them`(isColleague: Bool)
        async throws
    {
        try await Self.talking(bobIn: isColleague ? [] : ["other"]) { talk in
            let alice = TestHTTP.basic("alice", "alice-secret")
            #expect(try await talk.ask("consult", "no-device", by: alice) == 404)
            #expect(try await talk.ask("consult", "bob-phone", by: alice) == (isColleague ? 200 : 404))
            guard isColleague else { return }
            _ = try await talk.bobAnswers()
            _ = try await talk.status { $0["beside"]?.object?["joined"]?.bool == true }
            #expect(try await talk.ask("complete_transfer", by: alice) == 200)
            _ = try await talk.status { $0["state"]?.string == "active" && $0["winner"] == "bob-phone" }
        }
    }

    @Test func `M1: a hand-over by a user counts as a ring, and one by an operator does not`() async throws {
        try await Self.talking(ringStarts: 1) { talk in
            let alice = TestHTTP.basic("alice", "alice-secret")
            #expect(try await talk.ask("consult", "bob-phone", by: alice) == 200)
            let bobs = try await talk.bobAnswers()
            _ = try await talk.status { $0["beside"]?.object?["joined"]?.bool == true }
            #expect(try await talk.ask("cancel_transfer", by: alice) == 200)
            _ = try await talk.status { $0["state"]?.string == "active" && $0["beside"] == nil }
            try await talk.until { $0.id == bobs && $0.state == "over" }
            #expect(try await talk.ask("consult", "bob-phone", by: alice) == 429)
            #expect(try await talk.ask("consult", "bob-phone") == 200)
        }
    }

    @Test func `M1: a hand-over that is refused is no ring`() async throws {
        try await Self.talking(ringStarts: 1) { talk in
            let alice = TestHTTP.basic("alice", "alice-secret")
            for _ in 1...3 {
                let refused = try await talk.ask("consult", "bob-phone", older: 1, by: alice)
                #expect(refused == 409)
            }
            let consulted = try await talk.ask("consult", "bob-phone", by: alice)
            #expect(consulted == 200)
        }
    }

    @Test func `M1: hand-overs of several calls at once are as many rings`() async throws {
        try await RingScene.play {
            $0.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
            $0.limits.ringStartsPerMinute = 1
        } _: { (scene: RingScene) async throws -> Void in
            let callers = (1...2).map { _ in scene.telnyx.callIn(from: "+15550100001", to: RingScene.number) }
            _ = try await scene.rungLegs(2 * callers.count)
            let sessions = Set(try await scene.pushes(2 * callers.count).map(\.session)).sorted()
            try await scene.isQuiet()
            @Sendable func transfer(_ session: String) async throws -> Int {
                let version = try await scene.status(of: session) { _ in true }["version"]?.integer ?? 0
                return try await TestHTTP.ask(
                    scene.server, .POST, "/api/calls/\(session)/requests",
                    authorization: TestHTTP.basic("alice", "alice-secret"),
                    body: #"{"request":"transfer","version":\#(version),"device":"bob-phone"}"#
                ).status
            }
            async let first = transfer(sessions[0])
            async let second = transfer(sessions[1])
            let statuses = try await [first, second]
            #expect(statuses.sorted() == [200, 429])
        }
    }

    @Test func `H5: only whom the call rings may have it ring another device`() async throws {
        try await RingScene.play {
            $0.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
        } _: { (scene: RingScene) async throws -> Void in
            let (_, session, _) = try await scene.ringing()
            func transfer(_ proof: String) async throws -> Int {
                let version = try await scene.status(of: session) { _ in true }["version"]?.integer ?? 0
                return try await TestHTTP.ask(
                    scene.server, .POST, "/api/calls/\(session)/requests", authorization: proof,
                    body: #"{"request":"transfer","version":\#(version),"device":"bob-phone"}"#
                ).status
            }
            #expect(try await transfer(TestHTTP.basic("bob", "bob-secret")) == 404)
            #expect(try await transfer(TestHTTP.basic("alice", "alice-secret")) == 200)
        }
    }
}
