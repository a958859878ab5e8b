import CallModel
import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// H5: who rings whom, end to end. alice and bob stand in the file; zoe has an account of the API and no organization.
@Suite(.timeLimit(.minutes(5))) struct CallingTests {
    private func run(
        _ change: @escaping (inout ExchangeConfiguration) -> Void = { _ in },
        _ body: (ExchangeServer) async throws -> Void
    ) async throws {
        try await TestExchange.run { configuration in
            configuration.numbers = [CalledNumber("2000", users: ["bob"])]
            change(&configuration)
        } _: { server in
            for user in ["zoe", "yan"] {
                let made = try await operate(
                    server, .POST, "/api/users",
                    #"{"name":"\#(user)","display_name":"The Bank","password":"\#(user)-secret"}"#)
                #expect(made.status == 201)
            }
            try await body(server)
        }
    }

    @discardableResult
    private func operate(
        _ server: ExchangeServer, _ method: HTTPMethod, _ path: String, _ body: String? = nil
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(
            server, method, path, authorization: TestHTTP.bearer(TestExchange.token), body: body)
    }

    private func phone(_ server: ExchangeServer, of user: String, session: String? = nil) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        try await client.logIn(.telnyx, as: user, password: "\(user)-secret", session: session ?? "\(user)-1")
        return client
    }

    /// All that a caller is told of a call that comes to nothing, but for names that are new with each call.
    private func reported(_ client: TestClient, dialing number: String) async throws -> [String] {
        let created = try await client.dial(number, callID: "call to \(number)", .telnyx)
        let bye = try await client.told("telnyx_rtc.bye")
        return [created, bye].map { object in
            var object = object
            for key in ["callID", "telnyx_call_control_id", "telnyx_session_id", "telnyx_leg_id"]
            where object[key] != nil { object[key] = "new" }
            return object.jsonText
        }
    }

    /// What the call's ringing told before is passed over.
    private func hangUp(_ client: TestClient, _ callID: String) async throws {
        client.bye(callID, .telnyx)
        while try await client.message()["id"] != "bye" {}
    }

    /// A user's calls as the user is told them.
    private func history(_ server: ExchangeServer, of user: String) async throws -> [JSONObject] {
        let basic = TestHTTP.basic(user, "\(user)-secret")
        let calls = try await TestHTTP.ask(server, .GET, "/api/calls", authorization: basic).object["calls"]?.array
        return (calls ?? []).compactMap(\.object)
    }

    @Test
    func `H5: an account without an organisation gets the same answers about users and numbers as about unused names`()
        async throws
    {
        try await run { server in
            let bob = try await phone(server, of: "bob")
            let zoe = try await phone(server, of: "zoe")
            let unknown = try await reported(zoe, dialing: "unused")
            #expect(unknown.last?.contains("UNALLOCATED_NUMBER") == true, "\(unknown)")
            for callee in ["alice", "bob", "1001", "2000", "yan", "bob@example.com"] {
                #expect(try await reported(zoe, dialing: callee) == unknown, "\(callee)")
            }
            let calls = try await history(server, of: "zoe")
            #expect(calls.count == 7)
            #expect(Set(calls.map { $0.members.map(\.key) }).count == 1, "no call says more than another")
            #expect(calls.allSatisfy { $0["legs"]?.array?.count == 1 && $0["state"] == "ended" })
            #expect(try await history(server, of: "bob").isEmpty)
            // Nothing rang: the next that bob hears is alice's call.
            let alice = try await phone(server, of: "alice")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            #expect(try await bob.told("telnyx_rtc.invite")["caller_id_number"] == "1001")
        }
    }

    @Test func `H5: a colleague who leaves the organisation is a stranger at once`() async throws {
        try await run { server in
            try await operate(server, .POST, "/api/organizations", #"{"id":"acme","name":"Acme","owner":"zoe"}"#)
            let membership = "/api/organizations/acme/members/bob"
            try await operate(server, .PUT, membership, #"{"role":"member"}"#)
            let bob = try await phone(server, of: "bob")
            let zoe = try await phone(server, of: "zoe")
            let unknown = try await reported(zoe, dialing: "unused")
            _ = try await zoe.dial("bob", callID: "d", .telnyx)
            #expect(try await bob.told("telnyx_rtc.invite")["caller_id_number"] == "zoe")
            try await hangUp(zoe, "d")
            #expect(
                try await reported(zoe, dialing: "alice") == unknown, "bob's organisation of the file is not zoe's")
            #expect(try await operate(server, .DELETE, membership).status == 204)
            #expect(try await reported(zoe, dialing: "bob") == unknown)
        }
    }

    @Test func `H5: users whom the file has in different organisations do not ring each other`() async throws {
        try await run { configuration in
            configuration.users[0].organizations = ["acme"]
            configuration.users[1].organizations = ["globex"]
        } _: { server in
            let alice = try await phone(server, of: "alice")
            let unknown = try await reported(alice, dialing: "unused")
            #expect(try await reported(alice, dialing: "bob") == unknown)
            #expect(try await reported(alice, dialing: "2000") == unknown)
        }
    }

    @Test func `H5: across organisations calls ring where the operator allows it`() async throws {
        try await run {
            $0.calling.allowsAcrossOrganizations = true
        } _: { server in
            let bob = try await phone(server, of: "bob")
            let zoe = try await phone(server, of: "zoe")
            for number in ["bob", "2000"] {
                _ = try await zoe.dial(number, callID: number, .telnyx)
                let invite = try #require(try await bob.next("telnyx_rtc.invite")["params"]?.object)
                #expect(invite["caller_id_number"] == "zoe")
                try await hangUp(zoe, number)
            }
        }
    }
}
