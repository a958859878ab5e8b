import ExchangeCore
import ExchangeServer
import Standins
import Testing
import WireJSON

/// Calls between users of the exchange wake devices that have no socket.
@Suite(.timeLimit(.minutes(5))) struct WakingTests {
    @Test func `a call wakes a phone by push; it logs in, rings and is answered`() async throws {
        try await RingScene.play { scene in
            let alice = try await TestClient.connect(to: scene.server)
            try await alice.logIn(.telnyx, as: "alice1", password: "alice1-secret", session: "a")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            let push = try #require(try await scene.pushes(1).first)
            #expect(push.type == "call" && push.token == RingScene.tokenText("bob-phone"))
            let phone = try await TestClient.connect(to: scene.server)
            try await phone.logIn(.telnyx, as: "bob-phone", password: "phone-secret", session: "b")
            let invite = try await phone.told("telnyx_rtc.invite")
            phone.answer(try #require(invite["callID"]?.string), .telnyx)
            _ = try await alice.told("telnyx_rtc.ringing")
            _ = try await alice.told("telnyx_rtc.answer")
            let status = try await scene.status(of: push.session) { $0["state"]?.string == "active" }
            #expect(status["call_session_id"]?.string == push.session)
        }
    }

    @Test(arguments: [["acme"], []])
    func `the push names the caller's organisation, if the callee is in it`(organizations: [String]) async throws {
        try await RingScene.play { configuration in
            configuration.users[0].organizations = ["acme"]
            configuration.users[1].organizations = organizations
            configuration.calling.allowsAcrossOrganizations = true
        } _: { scene in
            let alice = try await TestClient.connect(to: scene.server)
            try await alice.logIn(.telnyx, as: "alice1", password: "alice1-secret", session: "a")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            let push = try #require(try await scene.pushes(1).first)
            #expect(push.organization == organizations.first && push.provider == "exchange")
            let status = try await scene.status(of: push.session) { _ in true }
            #expect(status["provider"] == "exchange")
        }
    }

    @Test func `who gives up before the phone has come says so by push`() async throws {
        try await RingScene.play { scene in
            let alice = try await TestClient.connect(to: scene.server)
            try await alice.logIn(.telnyx, as: "alice1", password: "alice1-secret", session: "a")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            _ = try await scene.pushes(1)
            alice.bye("c", .telnyx)
            let pushes = try await scene.pushes(2)
            #expect(pushes.map(\.type) == ["call", "ended"])
            #expect(pushes.last?.ending == "cancelled" && pushes[0].session == pushes[1].session)
        }
    }
}
