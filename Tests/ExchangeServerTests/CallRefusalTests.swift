import ExchangeServer
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct CallRefusalTests {
    @Test func `an unreadable description ends the call at once`() async throws {
        try await Scene.withPhones { alice, bob in
            _ = try await alice.dial("bob", callID: "c", .freeSwitch, sdp: "v=0\r\nnonsense")
            let bye = try await alice.told("verto.bye")
            #expect(bye["causeCode"] == 88)
            #expect(bye["cause"] == "INCOMPATIBLE_DESTINATION")
        }
    }

    @Test func `a call to an unassigned number is refused as such`() async throws {
        try await Scene.withPhones { alice, bob in
            _ = try await alice.dial("9999", callID: "c", .freeSwitch)
            #expect(try await alice.told("verto.bye")["causeCode"] == 1)
        }
    }

    @Test func `an answer after the end is refused, and so is a second bye`() async throws {
        try await Scene.withPhones { alice, bob in
            _ = try await alice.dial("bob", callID: "c", .freeSwitch)
            let leg = try #require(try await bob.told("verto.invite")["callID"]?.string)
            alice.bye("c", .freeSwitch)
            #expect(try await alice.result(of: "bye")["message"] == "CALL ENDED")
            #expect(try await bob.told("verto.bye")["causeCode"] == 487)
            bob.answer(leg, .freeSwitch)
            let late = try await bob.failure(of: "answer")
            #expect(late.code == -32002)
            #expect(late.message == "CALL HAS ENDED")
            alice.bye("c", .freeSwitch)
            #expect(try await alice.failure(of: "bye").code == -32002)
        }
    }

    @Test func `hold while ringing is refused and the call rings on`() async throws {
        try await Scene.withPhones { alice, bob in
            _ = try await alice.dial("bob", callID: "c", .freeSwitch)
            let leg = try #require(try await bob.told("verto.invite")["callID"]?.string)
            alice.modify("c", "hold", .freeSwitch)
            let failure = try await alice.failure(of: "modify")
            #expect(failure.code == -32002)
            #expect(failure.message == "CALL IS NOT ANSWERED")
            bob.answer(leg, .freeSwitch)
            #expect(try await bob.result(of: "answer") == ["sessid": "bob-1"])
        }
    }

    @Test func `F4: a hold that neither phone keeps is refused`() async throws {
        try await Scene.withPhones { alice, bob in
            try await Scene.callUp(alice, bob)
            alice.modify("c", "hold", .freeSwitch)
            #expect(
                try await alice.failure(of: "modify").message
                    == "NEITHER SIDE CAN HOLD, AND NO MEDIA PASSES THROUGH THE EXCHANGE")
        }
    }

    @Test func `hold and resume are confirmed with the state`() async throws {
        try await Scene.withPhones(keepingHold: true) { alice, bob in
            try await Scene.callUp(alice, bob)
            for (action, state) in [("hold", "held"), ("hold", "held"), ("unhold", "active"), ("toggleHold", "held")] {
                alice.modify("c", action, .freeSwitch)
                let result = try await alice.result(of: "modify")
                #expect(result["holdState"]?.string == state)
                #expect(result["action"]?.string == action)
                #expect(result["callID"] == "c")
            }
        }
    }

    @Test func `digits reach the other side`() async throws {
        try await Scene.withPhones { alice, bob in
            try await Scene.callUp(alice, bob)
            alice.request("d", "verto.info", ["dtmf": "12#", "dialogParams": ["callID": "c"]])
            #expect(try await alice.result(of: "d")["message"] == "SENT")
            #expect(try await bob.told("verto.info")["dtmf"] == "12#")
            alice.request("e", "verto.info", ["dtmf": "hello", "dialogParams": ["callID": "c"]])
            #expect(try await alice.failure(of: "e").message == "DTMF ERROR")
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `F8: a text is refused in words, however it is written, also beside digits, and nothing of it is passed on`(
        _ dialect: TestDialect
    ) async throws {
        try await Scene.withPhones(dialect) { alice, bob in
            try await Scene.callUp(alice, bob, dialect)
            let message: JSONObject = ["from": "a", "to": "bob", "body": "hello"]
            let texts: [JSONObject] = [
                ["txt": "hello"], ["txt": "hello", "dtmf": "9"], ["msg": .object(message)],
                ["msg": .object(message), "dtmf": "9"],
            ]
            for text in texts {
                var params = text
                params["dialogParams"] = ["callID": "c"]
                alice.request("t", dialect.rawValue + "info", params)
                let failure = try await alice.failure(of: "t")
                #expect(failure.code == -32602)
                #expect(failure.message == "This exchange passes no texts on")
            }
            for other in [[:], ["dtmf": 7], ["msg": "hello"], ["command": "layout"]] as [JSONObject] {
                var params = other
                params["dialogParams"] = ["callID": "c"]
                alice.request("n", dialect.rawValue + "info", params)
                #expect(
                    try await alice.failure(of: "n").message
                        == "This exchange passes digits on and nothing else: info without a text in dtmf")
            }
            alice.request("d", dialect.rawValue + "info", ["dtmf": "1", "dialogParams": ["callID": "c"]])
            #expect(
                try await bob.told(dialect.rawValue + "info")["dtmf"] == "1", "the first that reaches the other side")
        }
    }

    @Test func `F5: replacing a call is refused, and so is a transfer where the other side cannot change its media`()
        async throws
    {
        try await Scene.withPhones { alice, bob in
            try await Scene.callUp(alice, bob)
            var params: JSONObject = ["action": "replace", "replaceCallID": "d", "dialogParams": ["callID": "c"]]
            alice.request("r", "verto.modify", params)
            let failure = try await alice.failure(of: "r")
            #expect(failure.code == -32602)
            #expect(
                failure.message
                    == "This exchange transfers calls between users of it, for a user, to a user, and nothing else")
            params = ["action": "transfer", "destination": "alice-desk", "dialogParams": ["callID": "c"]]
            alice.request("t", "verto.modify", params)
            #expect(
                try await alice.failure(of: "t").message
                    == "PEER CANNOT CHANGE ITS MEDIA, AND NONE PASSES THROUGH THE EXCHANGE")
        }
    }

    @Test func `a call of someone else cannot be ended, held or answered`() async throws {
        try await Scene.withPhones { alice, bob in
            let leg = try await Scene.callUp(alice, bob)
            alice.bye(leg, .freeSwitch)
            #expect(try await alice.failure(of: "bye").message == "CALL DOES NOT EXIST")
            bob.bye("c", .freeSwitch)
            #expect(try await bob.failure(of: "bye").message == "CALL DOES NOT EXIST")
            bob.modify("c", "hold", .freeSwitch)
            #expect(try await bob.failure(of: "modify").message == "CALL DOES NOT EXIST")
        }
    }

    @Test func `ten thousand calls beyond the limit are each refused clearly`() async throws {
        try await TestExchange.run({
            $0.limits.calls = 1
            $0.limits.requestsPerSecond = 1_000_000
        }) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "b")
            _ = try await alice.dial("bob", callID: "only", .freeSwitch)
            let leg = try #require(try await bob.told("verto.invite")["callID"]?.string)
            // A few hundred at a time, as more would outgrow what one socket may have queued.
            for batch in 0..<50 {
                for number in 0..<200 {
                    let id = batch * 200 + number
                    let dialog: JSONObject = ["callID": .string("c\(id)"), "destination_number": "bob"]
                    alice.request(
                        .integer(Int64(id)), "verto.invite",
                        ["sdp": .string(TestSDP.offer), "dialogParams": .object(dialog)])
                }
                for number in 0..<200 {
                    let failure = try await alice.failure(of: .integer(Int64(batch * 200 + number)))
                    #expect(failure.code == -32002)
                    #expect(failure.message == "LIMIT REACHED: calls")
                    #expect(failure.object["cause"] == "SWITCH_CONGESTION")
                }
            }
            bob.answer(leg, .freeSwitch)
            #expect(try await bob.result(of: "answer") == ["sessid": "b"])
        }
    }

    @Test func `M1: a caller rings one user a few times at once, and the called user dials as ever`() async throws {
        try await TestExchange.run({ $0.limits.ringsOfPair = 2 }) { server in
            let alice = try await TestClient.connect(to: server)
            let bob = try await TestClient.connect(to: server)
            try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "b")
            let desk = try await TestClient.connect(to: server)
            try await desk.logIn(.freeSwitch, as: "bob-desk", password: "desk-secret", session: "d")
            for call in ["1", "2"] {
                _ = try await alice.dial("bob", callID: call, .freeSwitch)
                _ = try await bob.told("verto.invite")
                _ = try await desk.told("verto.invite")
            }
            for number in 3...22 {
                let dialog: JSONObject = ["callID": .string("\(number)"), "destination_number": "1002"]
                alice.request("dial", "verto.invite", ["sdp": .string(TestSDP.offer), "dialogParams": .object(dialog)])
                let failure = try await alice.failure(of: "dial")
                #expect(failure.message == "LIMIT REACHED: ringsOfPair")
            }
            _ = try await bob.dial("bob", callID: "own", .freeSwitch)
            _ = try await desk.told("verto.invite")
        }
    }
}
