import ExchangeServer
import Redaction
import Testing
import WireJSON

/// F3: clients without an account.
@Suite(.timeLimit(.minutes(5))) struct AnonymousLoginTests {
    private func logIn(
        _ server: ExchangeServer, to target: String, session: String? = nil
    ) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        var params: JSONObject = [
            "target_type": "ai_assistant", "target_id": .string(target), "reconnection": .bool(session != nil),
            "User-Agent": ["sdkVersion": "2.27.10", "data": "test"],
        ]
        params["sessid"] = session.map { .string($0) }
        client.request("login", "anonymous_login", params)
        return client
    }

    private func run(_ body: (ExchangeServer) async throws -> Void) async throws {
        try await TestExchange.run {
            $0.anonymousLogins = AnonymousLogins(targets: ["bob", "1001"], displayName: "Website", atOnceMax: 2)
        } _: {
            try await body($0)
        }
    }

    @Test func `F3: without a word in the configuration anonymous logins are refused, and told so`() async throws {
        try await TestExchange.run { server in
            let client = try await logIn(server, to: "bob")
            let failure = try await client.failure(of: "login")
            #expect(failure.code == -32001)
            #expect(failure.message == "This exchange takes no anonymous logins for that target")
        }
    }

    @Test func `F3: who logs in anonymously calls the target it named under the name the operator chose`() async throws
    {
        try await run { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            for number in ["", "bob", "bob@example.com"] {
                let guest = try await logIn(server, to: "bob")
                #expect(try await guest.result(of: "login")["message"] == "logged in")
                _ = try await guest.told("telnyx_rtc.clientReady")
                _ = try await guest.dial(number, callID: "c\(number)", .telnyx)
                let invite = try await bob.next("telnyx_rtc.invite")["params"]?.object
                #expect(invite?["caller_id_name"] == "Website")
                #expect(invite?["caller_id_number"] == "anonymous")
                guest.bye("c\(number)", .telnyx)
                _ = try await guest.next("telnyx_rtc.ringing")
                _ = try await guest.result(of: "bye")
                await guest.close()
                _ = try await bob.next("telnyx_rtc.bye")
            }
        }
    }

    @Test func `F3: nothing but the named target can be called, and no other can be named`() async throws {
        try await run { server in
            let guest = try await logIn(server, to: "bob")
            _ = try await guest.result(of: "login")
            _ = try await guest.told("telnyx_rtc.clientReady")
            for number in ["alice", "1001", "1002", "112"] {
                let dialog: JSONObject = ["callID": .string("c\(number)"), "destination_number": .string(number)]
                guest.request(
                    "dial", "telnyx_rtc.invite", ["sdp": .string(TestSDP.offer), "dialogParams": .object(dialog)])
                let failure = try await guest.failure(of: "dial")
                #expect(failure.code == -32602)
                #expect(failure.message == "An anonymous login may call the target it named, and nothing else")
            }
            for target in ["alice", "stranger", "", "1002"] {
                let other = try await logIn(server, to: target)
                #expect(try await other.failure(of: "login").code == -32001)
            }
        }
    }

    @Test func `F3: there are as many guests at once as configured`() async throws {
        try await run { server in
            var guests: [TestClient] = []
            for number in 1...2 {
                let guest = try await logIn(server, to: "bob", session: "guest-\(number)")
                #expect(try await guest.result(of: "login")["message"] == "logged in")
                guests.append(guest)
            }
            let third = try await logIn(server, to: "bob", session: "guest-3")
            #expect(try await third.failure(of: "login").message == "Service Unavailable")
            // Its first socket is dead, and the exchange does not know so yet.
            let returned = try await logIn(server, to: "bob", session: "guest-1")
            #expect(try await returned.result(of: "login")["message"] == "logged in")
            for guest in guests + [returned] { await guest.close() }
        }
    }

    @Test func `M1: guests in sessions of their own ring one target so many times at once together`() async throws {
        try await TestExchange.run {
            $0.anonymousLogins = AnonymousLogins(targets: ["bob"], displayName: "Website", atOnceMax: 9)
            $0.limits.ringsOfPair = 2
        } _: { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            for number in 1...3 {
                let guest = try await logIn(server, to: "bob", session: "guest-\(number)")
                _ = try await guest.result(of: "login")
                _ = try await guest.told("telnyx_rtc.clientReady")
                guard number == 3 else {
                    _ = try await guest.dial("bob", callID: "c\(number)", .telnyx)
                    _ = try await bob.next("telnyx_rtc.invite")
                    continue
                }
                let refused = await #expect(throws: TestFailure.self) {
                    _ = try await guest.dial("bob", callID: "c3", .telnyx)
                }
                #expect(refused?.description.contains("LIMIT REACHED: ringsOfPair") == true, "\(refused as Any)")
            }
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            _ = try await alice.dial("bob", callID: "c4", .telnyx)
            _ = try await bob.next("telnyx_rtc.invite")
        }
    }

    @Test func `F3: a guest transfers no call, and is passed on to no user beside the named one`() async throws {
        try await run { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b", keepsHold: true)
            let guest = try await logIn(server, to: "bob", session: "guest-1")
            _ = try await guest.result(of: "login")
            _ = try await guest.told("telnyx_rtc.clientReady")
            let leg = try await Scene.callUp(guest, bob, .telnyx)
            let transfer = { (callID: String) -> JSONObject in
                ["action": "transfer", "destination": "alice", "dialogParams": ["callID": .string(callID)]]
            }
            guest.request("wish", "telnyx_rtc.modify", transfer("c"))
            #expect(try await guest.failure(of: "wish").code == -32602)
            bob.request("wish", "telnyx_rtc.modify", transfer(leg))
            _ = try await bob.result(of: "wish")
            let told = try await bob.next("telnyx_rtc.modify")["params"]?.object
            #expect(told?["cause"] == "UNALLOCATED_NUMBER", "as of a user that does not exist")
            bob.bye(leg, .telnyx)
            #expect(try await bob.result(of: "bye")["message"] == "CALL ENDED")
        }
    }

    @Test func `F3: a guest who was cut comes back into the session and the call`() async throws {
        try await run { server in
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob", password: "bob-secret", session: "b")
            let guest = try await logIn(server, to: "bob", session: "guest-1")
            _ = try await guest.result(of: "login")
            _ = try await guest.told("telnyx_rtc.clientReady")
            _ = try await guest.dial("bob", callID: "c", .telnyx)
            let leg = try #require(try await bob.told("telnyx_rtc.invite")["callID"]?.string)
            bob.answer(leg, .telnyx)
            _ = try await guest.next("telnyx_rtc.answer")
            await guest.close()
            let again = try await logIn(server, to: "bob", session: "guest-1")
            #expect(try await again.next("telnyx_rtc.attach")["params"]?.object?["callID"] == "c")
        }
    }

    @Test func `F3: what the file says of anonymous logins is what holds`() throws {
        let text = "anonymous-login: {targets: [bob, '+15550100@example.com'], display-name: Shop, at-once: 7}"
        let read = try ConfigurationFile.parse(text, file: "c.yaml").anonymousLogins
        #expect(read.targets == ["bob", "+15550100"])
        #expect(read.displayName.revealed == "Shop")
        #expect(read.atOnceMax == 7)
        #expect(try ConfigurationFile.parse("{}", file: "c.yaml").anonymousLogins.targets.isEmpty)
        for wrong in ["{target: [a]}", "{targets: ['']}", "{at-once: 0}"] {
            #expect(throws: ExchangeServerError.self) {
                try ConfigurationFile.parse("anonymous-login: \(wrong)", file: "c.yaml")
            }
        }
    }
}
