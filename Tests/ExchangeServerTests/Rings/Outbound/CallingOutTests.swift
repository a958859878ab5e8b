import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Redaction
import RingTime
import Standins
import Testing
import WireJSON

/// A phone calls out over its registration at Telnyx: its leg waits there, and the exchange decides.
@Suite(.timeLimit(.minutes(5))) struct CallingOutTests {
    private static let operators = TestHTTP.bearer(TestExchange.token)

    private func liveCalls(_ scene: RingScene) async throws -> Int64? {
        let reply = try await TestHTTP.ask(scene.server, "/api/voip/busy?user=alice", authorization: Self.operators)
        return reply.object["users"]?.array?.first?.object?["live_calls"]?.integer
    }

    // MARK: - From dialing to the end

    @Test func `whom a phone calls is dialed from the organisation's number, joined, and let go with the caller`()
        async throws
    {
        try await OutboundScene.play { scene in
            let call = try await scene.callsOut()
            let leg = try await scene.dialedOut()
            #expect(leg.to == OutboundScene.callee && leg.from == RingScene.number)
            #expect(try await liveCalls(scene) == 1, "who calls is in the call from the start")
            #expect(scene.asked("actions/").isEmpty, "the caller's leg is left to ring")
            scene.act("answer", on: leg.id)
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(active["direction"] == "outbound" && active["organization_id"] == "acme")
            #expect(scene.legs.first { $0.id == call.caller }?.partner == leg.id)
            #expect(scene.asked("actions/gather").isEmpty, "no key is asked for")
            scene.act("hangup", on: call.caller)
            let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"] == "completedByCaller" && ended["missed_by"] == [])
            try await scene.everyLegIsOver()
            #expect(try await liveCalls(scene) == 0)
            #expect(scene.apns.receivedCount == 0, "no device is woken for a call out")
        }
    }

    @Test func `the called party hangs up, and the caller's leg goes too`() async throws {
        try await OutboundScene.play { scene in
            let call = try await scene.callsOut()
            let leg = try await scene.dialedOut()
            scene.act("answer", on: leg.id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: leg.id)
            let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"] == "completedByCallee")
            try await scene.everyLegIsOver()
        }
    }

    @Test func `the caller hangs up before an answer, and the dial is taken back`() async throws {
        try await OutboundScene.play { scene in
            let call = try await scene.callsOut()
            _ = try await scene.dialedOut()
            scene.act("hangup", on: call.caller)
            let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"] == "cancelled" && ended["missed_by"] == [])
            try await scene.everyLegIsOver()
        }
    }

    @Test(arguments: [
        ("user_busy", "busy", "USER_BUSY"), ("call_rejected", "declined", "CALL_REJECTED"),
        ("not_found", "unreachable", "CALL_REJECTED"),
    ])
    func `how the called party refuses is how it ends for the caller`(
        cause: String, outcome: String, told: String
    ) async throws {
        try await OutboundScene.play { scene in
            let call = try await scene.callsOut()
            let leg = try await scene.dialedOut()
            scene.act("decline", on: leg.id, ["cause": .string(cause)])
            let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"]?.string == outcome)
            try await scene.everyLegIsOver()
            #expect(scene.asked("actions/reject").count == 1, "\(told)")
        }
    }

    @Test func `a call that no one answers ends when it has rung for as long as it may`() async throws {
        try await OutboundScene.play(clock: JumpClock(isStanding: true)) {
            $0.ringTime = .seconds(20)
        } _: { scene in
            let call = try await scene.callsOut()
            _ = try await scene.dialedOut()
            try await scene.time { try await scene.end(of: call.session, is: "noAnswer") }
            try await scene.everyLegIsOver()
        }
    }

    @Test(arguments: [403, 422])
    func `a dial that Telnyx refuses ends the call for the caller`(status: Int) async throws {
        try await OutboundScene.play { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: status), count: 1, path: "/v2/calls"))
            let call = try await scene.callsOut()
            let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            #expect(ended["outcome"] == "unreachable")
            try await scene.everyLegIsOver()
            #expect(scene.dialCount == 1, "a refused dial is not tried again")
        }
    }

    @Test func `news that come twice make one call, one dial and one bridge`() async throws {
        try await OutboundScene.play { scene in
            scene.telnyx.set {
                $0.doubledEvents = ["call.initiated": 9, "call.answered": 9, "call.bridged": 9, "call.hangup": 9]
            }
            let call = try await scene.callsOut()
            let leg = try await scene.dialedOut()
            scene.act("answer", on: leg.id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            _ = scene.telnyx.control("POST", "news/again", ["event": "call.initiated", "leg": .string(call.caller)])
            scene.act("hangup", on: leg.id)
            try await scene.everyLegIsOver()
            try await scene.isQuiet()
            #expect(scene.dialCount == 1 && scene.asked("actions/bridge").count == 1)
            #expect(try await scene.history(of: Self.operators).count == 1)
        }
    }

    // MARK: - Crashes

    @Test func `an exchange that dies between dial and bridge joins the two when it is back`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await OutboundScene.play(database: folder.path) { scene in
            let call = try await scene.callsOut()
            let leg = try await scene.dialedOut()
            try await scene.succeeded(in: folder) {
                scene.telnyx.set { $0.keptEvents = ["call.answered": 1] }
                scene.act("answer", on: leg.id)
            } by: { next in
                try await next.until { try await liveCalls(next) == 1 ? () : nil }
                // Telnyx tells again what no one took, at the same address: here the next exchange has another port.
                _ = next.telnyx.control("POST", "news/release")
                _ = try await next.status(of: call.session) { $0["state"]?.string == "active" }
                #expect(next.legs.first { $0.id == call.caller }?.partner == leg.id)
                next.act("hangup", on: call.caller)
                _ = try await next.status(of: call.session) { $0["state"]?.string == "ended" }
                try await next.everyLegIsOver()
                // Who died before it wrote that the dial was taken asks for it again, by the same name.
                #expect(next.dialed.count == 1, "one leg in both lives")
            }
        }
    }

    @Test func `an exchange that dies before its dial was heard dials the same number from the same one`() async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await OutboundScene.play(database: folder.path) { scene in
            scene.telnyx.plan(HTTPFault(.cutConnection(isProcessed: false), count: 50, path: "/v2/calls"))
            let call = try await scene.callsOut()
            _ = try await scene.until { scene.dialCount > 0 ? true : nil }
            try await scene.succeeded(in: folder) {
                _ = scene.telnyx.control("DELETE", "faults")
            } by: { next in
                let leg = try await next.dialedOut()
                #expect(leg.to == OutboundScene.callee && leg.from == RingScene.number)
                next.act("answer", on: leg.id)
                _ = try await next.status(of: call.session) { $0["state"]?.string == "active" }
            }
        }
    }

    // MARK: - Numbers

    @Test func `the caller shows the number they ask for where they may, and is refused where they may not`()
        async throws
    {
        try await OutboundScene.play {
            $0.country = "1"
        } configuration: { configuration in
            configuration.users[0].numbers.append("+15550108888")
            configuration.telnyx?.numbers += [
                CalledNumber("+15550100005", users: ["bob"], organization: "acme"),
                CalledNumber("+15550100006", users: ["bob"], organization: "other"),
            ]
            var silent = CalledNumber("+15550100007", users: ["alice"], organization: "acme")
            silent.isCallerID = false
            configuration.telnyx?.numbers.append(silent)
        } _: { scene in
            let list = try await TestHTTP.ask(
                scene.server, "/api/voip/caller-ids", authorization: RingScene.basicOfAlice)
            let own = try #require(list.object["caller_ids"]?.array?.compactMap(\.object).first, "\(list.text)")
            #expect(own["organization_id"] == "acme")
            #expect(own["numbers"] == [.string(RingScene.number), "+15550100005", "+15550108888"])
            for wish in ["+15550100006", "+15550100007", "+442071838750", "no number"] {
                let call = try await scene.callsOut(showing: wish)
                let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
                #expect(ended["refusal"] == "callerIDNotAllowed" && ended["outcome"] == "refused", "asked for \(wish)")
                #expect(ended["ending"]?.object?["sip_reason"] == "The caller may not show that number")
            }
            try await scene.everyLegIsOver()
            #expect(scene.dialCount == 0)
            let asked: [(String?, String)] = [
                ("+15550100005", "+15550100005"), ("(555) 010-8888", "+15550108888"), (nil, RingScene.number),
            ]
            for (number, (wish, shown)) in asked.enumerated() {
                let call = try await scene.callsOut(showing: wish)
                #expect(try await scene.dialedOut(number + 1).from == shown, "asked for \(wish ?? "none")")
                scene.act("hangup", on: call.caller)
                _ = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            }
        }
    }

    @Test func `a number of the exchange's own is rung here, however it is written`() async throws {
        try await OutboundScene.play {
            $0.country = "1"
        } configuration: { configuration in
            configuration.users[1].devices[1].telnyxAddress = Redacted(RingScene.address(of: "bob-desk"))
        } _: { scene in
            let caller = scene.dials("555 010-0002", from: RingScene.address(of: "bob-desk"))
            let rung = try await scene.rungLegs(2)
            #expect(Set(rung.map(\.to)) == Set(["alice1", "alice2"].map(RingScene.address)))
            scene.act("hangup", on: caller)
            try await scene.everyLegIsOver()
            let call = try #require(try await scene.history(of: Self.operators).first)
            #expect(call["direction"] == "inbound" && call["called_number"]?.string == RingScene.number)
        }
    }

    @Test func `a caller who is no device of the exchange's reaches no number outside`() async throws {
        try await OutboundScene.play { scene in
            let call = try await scene.callsOut(from: "+15550100001")
            let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            #expect(ended["direction"] == "inbound" && ended["outcome"] == "unreachable")
            #expect(scene.dialCount == 0)
        }
    }

    // MARK: - Seen, kept, watched

    @Test func `a call out is in its caller's history, with direction and both numbers, and in no other`() async throws
    {
        try await OutboundScene.play { scene in
            let call = try await scene.callsOut()
            scene.act("answer", on: try await scene.dialedOut().id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: call.caller)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
            let own = try #require(try await scene.history(of: RingScene.basicOfAlice).first)
            #expect(own["direction"] == "outbound" && own["called_number"]?.string == OutboundScene.callee)
            #expect(own["caller_number"]?.string == RingScene.number && own["caller_name"] == "User alice")
            #expect(own["answered_at"]?.string != nil && own["refusal"] == nil)
            #expect(try await scene.history(of: TestHTTP.basic("bob", "bob-secret")).isEmpty)
        }
    }

    @Test func `the dashboard and the caller's own channel hear of every change, once`() async throws {
        try await OutboundScene.play { scene in
            let feed = BroadcastScene(server: scene.server)
            var dashboard = try await FeedListener(feed, to: "private-organization.acme")
            var own = try await FeedListener(feed, to: "private-user.alice")
            let call = try await scene.callsOut()
            scene.act("answer", on: try await scene.dialedOut().id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: call.caller)
            let told = try await dashboard.changes(until: FeedListener.isEnd).map(\.change)
            let whole = told.filter { $0["device_id"] == .null }
            #expect(whole.compactMap { $0["state"]?.string } == ["ringing", "claimed", "active", "ended"])
            #expect(told.allSatisfy { $0["direction"] == "outbound" })
            #expect(try await own.changes(until: FeedListener.isEnd).map(\.change) == told)
        }
    }

    @Test func `a call out is recorded from its bridge where that was agreed, and its caller hears it`() async throws {
        try await OutboundScene.play {
            $0.recording = .consented
        } _: { scene in
            let call = try await scene.callsOut()
            scene.act("answer", on: try await scene.dialedOut().id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(scene.legs.filter(\.isRecorded).map(\.to) == [OutboundScene.callee], "whom they called is recorded")
            scene.act("hangup", on: call.caller)
            let recording = try await scene.until {
                try await TestHTTP.ask(scene.server, "/api/recordings", authorization: RingScene.basicOfAlice)
                    .object["recordings"]?.array?.first?.object
            }
            #expect(recording["call_session_id"]?.string == call.session)
        }
    }

    @Test func `a supervisor joins a call out, and an operator ends it`() async throws {
        try await OutboundScene.play {
            $0.callsAtOnce = 5
        } configuration: { configuration in
            configuration.users[1].devices[1].telnyxAddress = Redacted(RingScene.address(of: "bob-desk"))
        } _: { scene in
            let call = try await scene.callsOut()
            scene.act("answer", on: try await scene.dialedOut().id)
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            func request(_ word: String, _ version: Int64) async throws -> TestHTTP.Reply {
                try await TestHTTP.ask(
                    scene.server, .POST, "/api/calls/\(call.session)/requests", authorization: Self.operators,
                    body: #"{"request":"\#(word)","version":\#(version),"device":"bob-desk"}"#)
            }
            let version = try #require(active["version"]?.integer)
            #expect(try await request("unpark", version).status == 409)
            let barged = try await request("barge", version)
            #expect(barged.status == 200)
            let supervisor = try await scene.dialedOut(2)
            #expect(supervisor.to == RingScene.address(of: "bob-desk") && supervisor.supervised == call.caller)
            #expect(try await request("end", try #require(barged.object["version"]?.integer)).status == 200)
            #expect(try await scene.end(of: call.session)["outcome"] == "endedByOperator")
            try await scene.everyLegIsOver()
        }
    }
}

extension RingScene {
    /// Whether a call came to that.
    fileprivate func end(of session: String, is outcome: String) async throws -> Bool {
        let reply = try await TestHTTP.ask(
            server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token))
        return reply.object["outcome"]?.string == outcome
    }
}
