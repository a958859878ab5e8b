import CallModel
import ExchangeServer
import RingCore
import Standins
import Testing
import WireJSON

/// Calls of the public network in the history.
@Suite(.timeLimit(.minutes(5))) struct PublicHistoryTests {
    @Test func `a missed call is in the history of the rung users, with each device's reason`() async throws {
        try await RingScene.play { scene in
            let (caller, session, _) = try await scene.ringing()
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            let calls = try await scene.history(of: RingScene.basicOfAlice)
            let call = try #require(calls.first)
            #expect(calls.count == 1 && call["call_session_id"]?.string == session)
            #expect(call["outcome"]?.string == RingOutcome.cancelled.rawValue)
            #expect(call["missed_by"] == ["alice"] && call["caller_number"]?.string == "+15550100001")
            #expect(call["called_number"]?.string == RingScene.number)
            let reasons = (call["devices"]?.array ?? []).map { $0.object?["reason"]?.string }
            #expect(reasons == ["callerCancelled", "callerCancelled"])
            #expect(call["answered_at"] == nil && call["ended_at"]?.string != nil)
            #expect(try await scene.history(of: TestHTTP.basic("bob", "bob-secret")).isEmpty)
        }
    }

    @Test func `an answered call is not a missed call, and tells when it was answered`() async throws {
        try await RingScene.play { scene in
            let (caller, session, rung) = try await scene.ringing()
            scene.act("answer", on: rung[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            let call = try #require(try await scene.history(of: RingScene.basicOfAlice).first)
            #expect(call["missed_by"] == [] && call["answered_at"]?.string != nil)
        }
    }

    @Test func `local calls and those of the public network are one history, page by page`() async throws {
        try await RingScene.play { scene in
            let alice = try await TestClient.connect(to: scene.server)
            try await alice.logIn(.telnyx, as: "alice1", password: "alice1-secret", session: "a")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            let local = try #require(try await scene.pushes(1).first).session
            alice.bye("c", .telnyx)
            _ = try await scene.status(of: local) { $0["state"]?.string == "ended" }
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            let session = try await scene.until {
                scene.apns.received.compactMap { RungPush($0) }.first { $0.session != local }?.session
            }
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            let all = try await scene.history(of: RingScene.basicOfAlice)
            #expect(all.map { $0["call_session_id"]?.string } == [session, local])
            let first = try await scene.history(of: RingScene.basicOfAlice, "?limit=1")
            #expect(first.map { $0["call_session_id"]?.string } == [session])
            let second = try await scene.history(of: RingScene.basicOfAlice, "?limit=1&cursor=\(session)")
            #expect(second.map { $0["call_session_id"]?.string } == [local])
        }
    }
}
