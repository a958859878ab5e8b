import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Redaction
import Standins
import Testing
import WireJSON

/// 68: a call that alice makes out to the public network changes hands: whom she called is kept, and her phone's leg
/// is replaced.
@Suite(.timeLimit(.minutes(5))) struct CallOutHandOverTests {
    private static let operators = TestHTTP.bearer(TestExchange.token)
    private static let desk = "bob-desk"

    /// Alice's first phone talks to whom it called. Bob's desk, and her phones, can be rung.
    private struct Talk {
        let scene: RingScene
        let call: CallOut
        /// Of whom she called.
        let far: String

        func ask(_ request: String, _ device: String? = nil) async throws -> Int {
            let version = try await status { _ in true }["version"]?.integer ?? 0
            let named = device.map { #","device":"\#($0)""# } ?? ""
            return try await TestHTTP.ask(
                scene.server, .POST, "/api/calls/\(call.session)/requests", authorization: operators,
                body: #"{"request":"\#(request)","version":\#(version)\#(named)}"#
            ).status
        }

        func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
            try await scene.status(of: call.session, isSo)
        }

        /// A device that is brought in is rung, and answered; its leg.
        func answers(_ device: String) async throws -> String {
            let leg = try await scene.until {
                scene.legs.last { $0.to == RingScene.address(of: device) && !$0.isIncoming && $0.state == "waiting" }
            }
            scene.act("answer", on: leg.id)
            return leg.id
        }

        func until(_ isSo: (SceneLeg) -> Bool) async throws {
            _ = try await scene.until { scene.legs.first(where: isSo) }
        }

        func isParked() async throws {
            #expect(try await ask("park") == 200)
            _ = try await status { $0["state"]?.string == "parked" }
            try await until { $0.id == call.caller && $0.state == "over" }
            try await until { $0.id == far && $0.state == "answered" }
        }

        func isTakenUp(by device: String) async throws -> String {
            #expect(try await ask("unpark", device) == 200)
            let leg = try await answers(device)
            let taken = try await status { $0["state"]?.string == "active" }
            #expect(taken["winner"]?.string == device && taken["direction"] == "outbound")
            try await until { $0.id == far && $0.partner == leg }
            return leg
        }

        /// In how many calls each of them is.
        func isBusy(alice: Int64, bob: Int64) async throws {
            _ = try await scene.until {
                for (user, count) in [("alice", alice), ("bob", bob)] {
                    let reply = try await TestHTTP.ask(
                        scene.server, "/api/voip/busy?user=\(user)", authorization: operators)
                    let calls = reply.object["users"]?.array?.first?.object?["live_calls"]?.integer
                    guard calls == count else { return Bool?.none }
                }
                return true
            }
        }
    }

    private func talking(
        database: String? = nil, recording: OutboundPolicy.Recording? = nil, _ body: (Talk) async throws -> Void
    ) async throws {
        try await OutboundScene.play(database: database) {
            $0.recording = recording
        } configuration: {
            $0.users[1].devices[1].telnyxAddress = Redacted(RingScene.address(of: Self.desk))
        } _: { scene in
            let call = try await scene.callsOut()
            let far = try await scene.dialedOut().id
            scene.act("answer", on: far)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            try await body(Talk(scene: scene, call: call, far: far))
        }
    }

    @Test func `scenario 68: parked and taken up by another: who called is free, and who has it is busy`() async throws
    {
        try await talking { talk in
            try await talk.isBusy(alice: 1, bob: 0)
            try await talk.isParked()
            try await talk.isBusy(alice: 0, bob: 0)
            let bobs = try await talk.isTakenUp(by: Self.desk)
            try await talk.isBusy(alice: 0, bob: 1)
            #expect(try await talk.ask("consult", "alice1") == 200)
            _ = try await talk.answers("alice1")
            try await talk.isBusy(alice: 1, bob: 1)
            #expect(try await talk.ask("cancel_transfer") == 200)
            try await talk.isBusy(alice: 0, bob: 1)
            talk.scene.act("hangup", on: bobs)
            let ended = try await talk.status { $0["state"]?.string == "ended" }
            #expect(ended["outcome"] == "completedByCaller" && ended["missed_by"] == [])
            try await talk.scene.everyLegIsOver()
            try await talk.isBusy(alice: 0, bob: 0)
            let own = try #require(try await talk.scene.history(of: RingScene.basicOfAlice).first)
            #expect(own["direction"] == "outbound" && own["called_number"]?.string == OutboundScene.callee)
        }
    }

    @Test func `scenario 68: parked and taken up on the same phone, in a round of its own`() async throws {
        try await talking { talk in
            try await talk.isParked()
            _ = try await talk.isTakenUp(by: "alice1")
            talk.scene.act("hangup", on: talk.far)
            let ended = try await talk.status { $0["state"]?.string == "ended" }
            #expect(ended["outcome"] == "completedByCallee")
            let phone = ended["devices"]?.array?.compactMap(\.object).first { $0["device"] == "alice1" }
            #expect(phone?["round"] == 2 && phone?["reason"] == "answered" && phone?["earlier_reasons"] == ["answered"])
            #expect(Set(talk.scene.apns.received.map(\.device)) == [RingScene.tokenText("alice1")])
            try await talk.scene.everyLegIsOver()
        }
    }

    @Test func `scenario 68: consulted and handed over, and the other way taken back`() async throws {
        for word in ["complete_transfer", "cancel_transfer"] {
            try await talking { talk in
                #expect(try await talk.ask("consult", Self.desk) == 200)
                let bobs = try await talk.answers(Self.desk)
                _ = try await talk.status { $0["beside"]?.object?["joined"]?.bool == true }
                try await talk.until { $0.id == talk.call.caller && $0.partner == bobs }
                try await talk.until { $0.id == talk.far && $0.state == "answered" }
                #expect(try await talk.ask(word) == 200)
                let (stays, goes) =
                    word == "complete_transfer" ? (bobs, talk.call.caller) : (talk.call.caller, bobs)
                try await talk.until { $0.id == talk.far && $0.partner == stays }
                try await talk.until { $0.id == goes && $0.state == "over" }
                _ = try await talk.status { $0["state"]?.string == "active" && $0["beside"] == nil }
                talk.scene.act("hangup", on: talk.far)
                #expect(try await talk.status { $0["state"]?.string == "ended" }["outcome"] == "completedByCallee")
                try await talk.scene.everyLegIsOver()
            }
        }
    }

    @Test func `scenario 68: recorded, one recording has the whole conversation, whatever telephone has it`()
        async throws
    {
        try await talking(recording: .consented) { talk in
            try await talk.isParked()
            _ = try await talk.scene.until { talk.scene.asked("actions/record_pause").first { $0.status == 200 } }
            _ = try await talk.isTakenUp(by: Self.desk)
            _ = try await talk.scene.until { talk.scene.asked("actions/record_resume").first { $0.status == 200 } }
            talk.scene.act("hangup", on: talk.far)
            let recordings = try await talk.scene.until {
                let found = try await TestHTTP.ask(talk.scene.server, "/api/recordings", authorization: Self.operators)
                    .object["recordings"]?.array
                return found?.isEmpty == false ? found : nil
            }
            #expect(recordings.compactMap { $0.object?["call_session_id"]?.string } == [talk.call.session])
        }
    }

    @Test func `scenario 68: an exchange that dies while whom she called is parked has them taken up when it is back`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await talking(database: folder.path) { talk in
            try await talk.isParked()
            try await talk.scene.succeeded(in: folder) { next in
                let later = Talk(scene: next, call: talk.call, far: talk.far)
                try await later.isBusy(alice: 0, bob: 0)
                _ = try await later.isTakenUp(by: Self.desk)
                next.act("hangup", on: talk.far)
                #expect(try await later.status { $0["state"]?.string == "ended" }["outcome"] == "completedByCallee")
                try await next.everyLegIsOver()
            }
        }
    }

    /// A webhook that Telnyx tells again, or late, of the leg that was the caller's.
    @Test func `scenario 68: news of the phone's leg that come late end nothing`() async throws {
        try await talking { talk in
            talk.scene.telnyx.set { $0.keptEvents = ["call.hangup": 1] }
            #expect(try await talk.ask("park") == 200)
            try await talk.until { $0.id == talk.call.caller && $0.state == "over" }
            _ = try await talk.isTakenUp(by: Self.desk)
            talk.scene.telnyx.set { $0.keptEvents = [:] }
            _ = talk.scene.telnyx.control("POST", "news/release")
            try await talk.scene.isQuiet()
            #expect(try await talk.status { _ in true }["state"] == "active")
            talk.scene.act("hangup", on: talk.far)
            try await talk.scene.everyLegIsOver()
        }
    }
}
