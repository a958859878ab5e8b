import ExchangeServer
import Redaction
import Standins
import Testing
import WireJSON

/// A caller who rings a user again and again, and hangs up each time. What counts, and how long: `RingStartsTests`.
@Suite(.timeLimit(.minutes(5))) struct RingStartScenarioTests {
    private static let refusal = "LIMIT REACHED: ringsOfPair"

    @Test func `M1: a caller who hangs up and rings again is refused, by number and by name`() async throws {
        try await RingScene.play {
            $0.limits.ringStartsPerMinute = 2
            $0.users.append(UserEntry(name: "carol", password: PasswordHash(password: "carol-secret-word")))
        } _: { scene in
            let (alice, bob) = (try await scene.phone("alice1"), try await scene.phone("bob-phone"))
            var told: [String?] = []
            for (call, dialed) in [("1", RingScene.number), ("2", "alice")] {
                told.append(try await bob.refusal(dialing: dialed, as: call))
                bob.bye(call, .telnyx)
            }
            for (call, dialed) in [("3", RingScene.number), ("4", "alice"), ("5", "1001")] {
                told.append(try await bob.refusal(dialing: dialed, as: call))
            }
            #expect(told == [nil, nil, Self.refusal, Self.refusal, Self.refusal])
            #expect(try await alice.refusal(dialing: "bob", as: "6") == nil, "being called blocks no call")
            alice.bye("6", .telnyx)
            let carol = try await TestClient.connect(to: scene.server)
            try await carol.logIn(.telnyx, as: "carol", password: "carol-secret-word", session: "c")
            #expect(try await carol.refusal(dialing: "alice", as: "7") == nil, "another caller")
        }
    }

    @Test func `M1: a call to an unknown name does not count`() async throws {
        try await RingScene.play {
            $0.limits.ringStartsPerMinute = 1
        } _: { scene in
            let alice = try await scene.phone("alice1")
            for call in ["1", "2", "3"] {
                #expect(try await alice.refusal(dialing: "no-such-user", as: call) == nil, "it ends as unknown")
            }
            #expect(try await alice.refusal(dialing: "bob", as: "4") == nil)
            #expect(try await alice.refusal(dialing: "bob", as: "5") == Self.refusal)
        }
    }

    @Test func `M1: calls that are asked for beside a login count as others do`() async throws {
        try await RingScene.play {
            $0.limits.ringStartsPerMinute = 1
        } _: { scene in
            let alice = try await TestClient.connect(to: scene.server)
            alice.requestLogin(.telnyx, as: "alice1", password: "alice1-secret", session: "alice1")
            alice.requestDial("bob", as: "1")
            alice.bye("1", .telnyx)
            #expect(try await alice.refusal(dialing: "bob", as: "2") == Self.refusal)
        }
    }

    @Test func `M1: guests of one address share their rings`() async throws {
        try await TestExchange.run {
            $0.anonymousLogins = AnonymousLogins(targets: ["bob"], displayName: "Website", atOnceMax: 9)
            $0.limits.ringStartsPerMinute = 1
        } _: { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            for (number, refusal) in [(1, nil), (2, Self.refusal)] as [(Int, String?)] {
                let guest = try await TestClient.connect(to: server)
                guest.request(
                    "login", "anonymous_login",
                    [
                        "target_type": "ai_assistant", "target_id": "bob", "reconnection": true,
                        "sessid": .string("guest-\(number)"),
                        "User-Agent": ["sdkVersion": "2.27.10", "data": "test"],
                    ])
                _ = try await guest.result(of: "login")
                #expect(try await guest.refusal(dialing: "bob", as: "c\(number)") == refusal)
                guest.bye("c\(number)", .telnyx)
            }
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            #expect(try await alice.refusal(dialing: "bob", as: "own") == nil)
        }
    }

    @Test func `M1: over a carrier a user who rings again and again rings no device, and may leave a message`()
        async throws
    {
        try await RingScene.play {
            $0.limits.ringStartsPerMinute = 1
            $0.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
        } _: { scene in
            let first = scene.telnyx.callIn(from: RingScene.address(of: "bob-phone"), to: RingScene.number)
            _ = try await scene.rungLegs(2)
            scene.act("hangup", on: first)
            _ = scene.telnyx.callIn(from: RingScene.address(of: "bob-phone"), to: RingScene.number)
            _ = try await scene.until { scene.asked("actions/record_start").first { $0.status == 200 } }
            #expect(scene.dialed.count == 2)
            // Numbers that are not vouched for may be anyone's.
            for count in [4, 6] {
                _ = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
                _ = try await scene.rungLegs(count)
            }
        }
    }
}

extension TestClient {
    fileprivate func requestDial(_ number: String, as callID: String) {
        let dialog: JSONObject = ["callID": .string(callID), "destination_number": .string(number)]
        request(
            .string("dial \(callID)"), "telnyx_rtc.invite",
            ["sdp": .string(TestSDP.offer), "dialogParams": .object(dialog)])
    }

    /// The words with which a call is refused at once; nil: it is made.
    fileprivate func refusal(dialing number: String, as callID: String) async throws -> String? {
        requestDial(number, as: callID)
        while true {
            let message = try await message()
            guard message["id"]?.string == "dial \(callID)" else { continue }
            return message["error"]?.object?["message"]?.string
        }
    }
}
