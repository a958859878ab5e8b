import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct AuditTests {
    @Test func `the audit tells operators who did what, the latest first`() async throws {
        try await TestExchange.run { server in
            let token = TestHTTP.bearer(TestExchange.token)
            let alice = try await AccountClient.logIn(server, as: "alice")
            let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme"}"#)
            let id = try #require(made.object["id"]?.string)
            _ = try await alice.ask(.PUT, "/api/organizations/\(id)/invitations/bob", #"{"role":"member"}"#)
            _ = try await alice.ask(.PUT, "/api/organizations/\(id)/members/stranger", #"{"role":"member"}"#)
            _ = try await TestHTTP.ask(
                server, .POST, "/api/users", authorization: token, body: #"{"name":"carol","password":"carol-secret"}"#)
            let first = try await TestHTTP.ask(server, "/api/audit?limit=2", authorization: token).object
            let cursor = try #require(first["next_cursor"]?.string)
            let rest = try await TestHTTP.ask(server, "/api/audit?cursor=\(cursor)", authorization: token).object
            let entries = (first["entries"]?.array ?? []) + (rest["entries"]?.array ?? [])
            let told = entries.compactMap(\.object).map { entry in
                ["actor", "action", "subject"].map { entry[$0]?.string ?? "" }
            }
            #expect(
                told == [
                    ["token:test", "createUser", "carol"],
                    ["device:\(alice.device)", "inviteMember", "\(id)/bob"],
                    ["device:\(alice.device)", "createOrganization", alice.device],
                    ["alice", "signed in", alice.device],
                ], "a refused request is not in the audit")
            #expect(try await alice.ask(.GET, "/api/audit").status == 403)
        }
    }

    @Test(arguments: ["token:test", "apple", "user:alice", "device:x"])
    func `M6: a user is never taken for another actor, whatever the user is called`(name: String) async throws {
        try await TestExchange.run { server in
            let token = TestHTTP.bearer(TestExchange.token)
            let made = try await TestHTTP.ask(
                server, .POST, "/api/users", authorization: token,
                body: #"{"name":"\#(name)","password":"\#(name)-secret"}"#)
            #expect(made.status == 201)
            let client = try await AccountClient.logIn(server, as: name)
            let own = try await client.ask(.GET, "/api/account/audit").object["entries"]?.array?.compactMap(\.object)
            #expect(own?.map { $0["action"] } == ["signed in"], "what others did is not told")
            #expect(own?.first?["actor"]?.string == "user:\(name)")
            let all = try await TestHTTP.ask(server, "/api/audit", authorization: token).object["entries"]?.array
            let operators = all?.compactMap(\.object).filter { $0["actor"]?.string == "token:test" }
            #expect(operators?.map { $0["action"] } == ["createUser"], "an operator's own entries are not the user's")
        }
    }
}
