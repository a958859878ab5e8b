import ExchangeCore
import ExchangeServer
import Redaction
import Testing
import WireJSON

/// Transfers over the wire: alice talks with bob and transfers him to carol. Their phones are ours, which answer and make
/// new descriptions.
@Suite(.timeLimit(.minutes(5))) struct TransferTests {
    private struct Phones {
        let alice: TestClient
        let bob: TestClient
        let carol: TestClient
        /// Bob's name of the call.
        let leg: String
    }

    private static func withPhones(
        _ dialect: TestDialect, change: @escaping @Sendable (inout ExchangeConfiguration) -> Void = { _ in },
        _ body: (Phones) async throws -> Void
    ) async throws {
        try await TestExchange.run({ configuration in
            configuration.limits.deviceWaitFactor = 100
            configuration.limits.ringing = .seconds(600)
            configuration.users.append(
                UserEntry(name: "carol", password: PasswordHash(unstored: Redacted("carol-secret"), of: "carol")))
            change(&configuration)
        }) { server in
            var clients: [TestClient] = []
            for name in ["alice", "bob", "carol"] {
                let client = try await TestClient.connect(to: server)
                try await client.logIn(
                    dialect, as: name, password: "\(name)-secret", session: "\(name)-1", keepsHold: true)
                clients.append(client)
            }
            let leg = try await Scene.callUp(clients[0], clients[1], dialect)
            try await body(Phones(alice: clients[0], bob: clients[1], carol: clients[2], leg: leg))
        }
    }

    private static func transfer(_ client: TestClient, to destination: String?, _ dialect: TestDialect) {
        var params: JSONObject = ["action": "transfer", "dialogParams": ["callID": "c"]]
        params["destination"] = destination.map { .string($0) }
        client.request("transfer", dialect.rawValue + "modify", params)
    }

    /// Answers a request of the exchange with a description.
    private static func describe(_ client: TestClient, _ generation: String, _ dialect: TestDialect) async throws
        -> JSONObject
    {
        let asked = try await client.next(dialect.rawValue + "modify")
        let params = asked["params"]?.object ?? [:]
        let sdp = TestSDP.offer.replacing("offr", with: generation)
        let made: JSONObject = ["callID": params["callID"] ?? .null, "action": "updateMedia", "sdp": .string(sdp)]
        client.send(["jsonrpc": "2.0", "id": asked["id"] ?? .null, "result": .object(made)])
        return params
    }

    @Test(arguments: TestDialect.allCases)
    func `a call is transferred, and the party that leaves is told so`(_ dialect: TestDialect) async throws {
        try await Self.withPhones(dialect) { phones in
            Self.transfer(phones.alice, to: "carol", dialect)
            let begun = try await phones.alice.result(of: "transfer")
            #expect(begun["action"] == "transfer")
            #expect(begun["callID"] == "c")
            let invite = try await phones.carol.next(dialect.rawValue + "invite")
            let callID = try #require(invite["params"]?.object?["callID"]?.string)
            phones.carol.answer(callID, dialect)
            let asked = try await Self.describe(phones.carol, "carl", dialect)
            #expect(asked["callID"]?.string == callID)
            #expect(asked["fresh"] == true)
            #expect(asked["sdp"] == nil)
            let offered = try await Self.describe(phones.bob, "bobs", dialect)
            #expect(offered["callID"]?.string == phones.leg)
            #expect(offered["sdp"]?.string?.contains("a=ice-ufrag:carl") == true)
            let answered = try await phones.carol.next(dialect.rawValue + "media")
            #expect(answered["params"]?.object?["sdp"]?.string?.contains("a=ice-ufrag:bobs") == true)
            let bye = try await phones.alice.next(dialect.rawValue + "bye")
            #expect(bye["params"]?.object?["causeCode"] == 800)
            #expect(bye["params"]?.object?["cause"] == "BLIND_TRANSFER")
            phones.carol.bye(callID, dialect)
            let over = try await phones.bob.next(dialect.rawValue + "bye")
            #expect(over["params"]?.object?["callID"]?.string == phones.leg)
        }
    }

    @Test(arguments: TestDialect.allCases)
    func `a transfer that fails is told with its cause, and the call goes on`(_ dialect: TestDialect) async throws {
        try await Self.withPhones(dialect) { phones in
            Self.transfer(phones.alice, to: "carol", dialect)
            let invite = try await phones.carol.next(dialect.rawValue + "invite")
            phones.carol.bye(try #require(invite["params"]?.object?["callID"]?.string), dialect, cause: 21)
            let declined = try await phones.alice.next(dialect.rawValue + "modify")["params"]?.object
            #expect(declined?["action"] == "transfer")
            #expect(declined?["callID"] == "c")
            #expect(declined?["causeCode"] == 21)
            Self.transfer(phones.alice, to: "unknown", dialect)
            let unknown = try await phones.alice.next(dialect.rawValue + "modify")["params"]?.object
            #expect(unknown?["causeCode"] == 1)
            #expect(unknown?["cause"] == "UNALLOCATED_NUMBER")
            phones.alice.bye("c", dialect)
            let over = try await phones.bob.next(dialect.rawValue + "bye")
            #expect(over["params"]?.object?["causeCode"] == 16)
        }
    }

    @Test func `H5: a party does not join two who may not call each other; the target is told as an unknown one`()
        async throws
    {
        try await Self.withPhones(
            .telnyx,
            change: { configuration in
                for (index, organizations) in [["acme", "globex"], ["acme"]].enumerated() {
                    configuration.users[index].organizations = organizations
                }
                configuration.users[configuration.users.count - 1].organizations = ["globex"]
            }
        ) { phones in
            for target in ["carol", "unused"] {
                Self.transfer(phones.alice, to: target, .telnyx)
                _ = try await phones.alice.result(of: "transfer")
                let told = try await phones.alice.next("telnyx_rtc.modify")["params"]?.object
                #expect(told?["causeCode"] == 1 && told?["cause"] == "UNALLOCATED_NUMBER")
            }
        }
    }

    @Test func `H5: a target that is no colleague of the other side is shown the name that it would dial`()
        async throws
    {
        try await Self.withPhones(
            .telnyx,
            change: { configuration in
                configuration.calling.allowsAcrossOrganizations = true
                configuration.users[0].displayName = "Alice A."
                for (index, organizations) in [["acme"], ["acme", "globex"]].enumerated() {
                    configuration.users[index].organizations = organizations
                }
                configuration.users[configuration.users.count - 1].organizations = ["globex"]
            }
        ) { phones in
            phones.bob.request(
                "transfer", "telnyx_rtc.modify",
                ["action": "transfer", "destination": "carol", "dialogParams": ["callID": .string(phones.leg)]])
            let invite = try await phones.carol.next("telnyx_rtc.invite")
            phones.carol.answer(try #require(invite["params"]?.object?["callID"]?.string), .telnyx)
            _ = try await Self.describe(phones.carol, "carl", .telnyx)
            _ = try await Self.describe(phones.alice, "alic", .telnyx)
            let shown = try await phones.carol.next("telnyx_rtc.display")["params"]?.object
            #expect(shown?["display_name"] == "alice")
        }
    }

    @Test func `a transfer without a target is refused, and the call goes on`() async throws {
        try await Self.withPhones(.telnyx) { phones in
            Self.transfer(phones.alice, to: nil, .telnyx)
            let failure = try await phones.alice.failure(of: "transfer")
            #expect(failure.code == -32002)
            phones.alice.bye("c", .telnyx)
            #expect(try await phones.alice.result(of: "bye")["message"] == "CALL ENDED")
        }
    }
}
