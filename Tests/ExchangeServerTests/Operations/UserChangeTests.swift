import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// Users, their passwords and devices, changed through the API.
@Suite(.timeLimit(.minutes(5))) struct UserChangeTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    private func ask(
        _ server: ExchangeServer, _ method: HTTPMethod, _ path: String, _ body: String? = nil
    ) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(server, method, path, authorization: operatorToken, body: body)
    }

    private func makeCarol(_ server: ExchangeServer) async throws {
        let body = """
            {"name":"carol","numbers":["1003"],"password":"carol-secret",
            "devices":[{"name":"phone","password":"carol-phone-secret"}]}
            """
        let made = try await ask(server, .POST, "/api/users", body)
        #expect(made.status == 201)
    }

    private func logIn(_ server: ExchangeServer, _ login: String, _ password: String) async throws -> TestClient {
        let client = try await TestClient.connect(to: server)
        try await client.logIn(.telnyx, as: login, password: password, session: login)
        return client
    }

    @Test func `S12: name and numbers are changed at once and stay so, and a call goes on`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({
            $0.databasePath = folder.path
            $0.calling.allowsAcrossOrganizations = true
        }) { server in
            try await makeCarol(server)
            let carol = try await logIn(server, "carol-phone", "carol-phone-secret")
            let alice = try await logIn(server, "alice", "alice-secret")
            _ = try await alice.dial("1003", callID: "x", .telnyx)
            _ = try await carol.told("telnyx_rtc.invite")
            _ = try await alice.told("telnyx_rtc.ringing")
            let changed = try await ask(
                server, .PATCH, "/api/users/carol", #"{"display_name":"Carol C.","numbers":["1004","1005"]}"#)
            #expect(changed.status == 200 && changed.object["numbers"] == ["1004", "1005"])
            let taken = try await ask(server, .PATCH, "/api/users/carol", #"{"numbers":["1001"]}"#)
            #expect(taken.status == 409)
            #expect(try await ask(server, .PATCH, "/api/users/alice", #"{"voicemail":true}"#).status == 409)
            #expect(try await ask(server, .PATCH, "/api/users/stranger", #"{"voicemail":true}"#).status == 404)
            alice.bye("x", .telnyx)
            _ = try await alice.result(of: "bye")
            _ = try await carol.told("telnyx_rtc.bye")
            _ = try await alice.dial("1004", callID: "y", .telnyx)
            _ = try await carol.told("telnyx_rtc.invite")
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let carol = try await ask(server, .GET, "/api/users/carol").object
            #expect(carol["display_name"] == "Carol C." && carol["numbers"] == ["1004", "1005"])
        }
    }

    @Test func `a user's picture is given, changed and taken away through the API, and is an https address`()
        async throws
    {
        try await TestExchange.run { server in
            let (first, next) = ("https://example.org/c.jpg", "https://pictures.example.org:8443/?id=7")
            let made = try await ask(
                server, .POST, "/api/users", #"{"name":"carol","picture":"\#(first)","password":"carol-secret"}"#)
            #expect(made.status == 201 && made.object["picture"]?.string == first, "\(made.text)")
            let changed = try await ask(server, .PATCH, "/api/users/carol", #"{"picture":"\#(next)"}"#)
            #expect(changed.status == 200 && changed.object["picture"]?.string == next)
            for wrong in ["http://example.org/c.jpg", "https:///c.jpg", "https://a:b@example.org/c.jpg"] {
                let refused = try await ask(server, .PATCH, "/api/users/carol", #"{"picture":"\#(wrong)"}"#)
                #expect(refused.status == 422 && refused.text.contains("picture must be an https address"))
            }
            _ = try await ask(server, .PATCH, "/api/users/carol", #"{"voicemail":true}"#)
            #expect(try await ask(server, .GET, "/api/users/carol").object["picture"]?.string == next)
            _ = try await ask(server, .PATCH, "/api/users/carol", #"{"picture":""}"#)
            #expect(try await ask(server, .GET, "/api/users/carol").object["picture"] == nil)
        }
    }

    @Test
    func `S12: a password that an operator resets ends what the old one had opened, and devices of their own stay`()
        async throws
    {
        try await TestExchange.run { server in
            try await makeCarol(server)
            let app = try await AccountClient.logIn(server, as: "carol")
            let socket = try await logIn(server, "carol", "carol-secret")
            let phone = try await logIn(server, "carol-phone", "carol-phone-secret")
            let short = try await ask(server, .PUT, "/api/users/carol/password", #"{"password":"short"}"#)
            #expect(short.status == 422)
            let reset = try await ask(server, .PUT, "/api/users/carol/password", #"{"password":"another-secret"}"#)
            #expect(reset.status == 204)
            _ = try await socket.end()
            #expect(try await app.ask(.GET, "/api/devices").status == 401)
            phone.request(7, "telnyx_rtc.ping", [:])
            _ = try await phone.result(of: 7)
            _ = try await logIn(server, "carol", "another-secret")
            let old = TestHTTP.basic("carol", "carol-secret")
            #expect(try await TestHTTP.ask(server, "/api/devices", authorization: old).status == 401)
        }
    }

    @Test func `S12: who changes the own password says the old one, and stays signed in here alone`() async throws {
        try await TestExchange.run { server in
            try await makeCarol(server)
            let here = try await AccountClient.logIn(server, as: "carol", installation: "installation-here")
            let there = try await AccountClient.logIn(server, as: "carol", installation: "installation-there")
            let path = "/api/account/password"
            let wrong = try await here.ask(.PUT, path, #"{"old_password":"a-guess","password":"another-secret"}"#)
            #expect(wrong.status == 422)
            let easy = try await here.ask(.PUT, path, #"{"old_password":"carol-secret","password":"password"}"#)
            #expect(easy.status == 422)
            let changed = try await here.ask(
                .PUT, path, #"{"old_password":"carol-secret","password":"another-secret"}"#)
            #expect(changed.status == 204)
            #expect(try await here.ask(.GET, "/api/devices").status == 200)
            #expect(try await there.ask(.GET, "/api/devices").status == 401)
            let alice = try await AccountClient.logIn(server, as: "alice")
            let fixed = try await alice.ask(
                .PUT, path, #"{"old_password":"alice-secret","password":"another-secret"}"#)
            #expect(fixed.status == 409, "alice stands in the file")
        }
    }

    @Test func `a password that could not be stored revokes nothing, and said again it revokes all`() async throws {
        try await TestExchange.run { server in
            try await makeCarol(server)
            let app = try await AccountClient.logIn(server, as: "carol")
            let change = #"{"old_password":"carol-secret","password":"another-secret"}"#
            let asker = TestHTTP.basic("carol", "carol-secret")
            func changing() async throws -> Int {
                try await TestHTTP.ask(server, .PUT, "/api/account/password", authorization: asker, body: change).status
            }
            try await server.fillDisk()
            #expect(try await changing() >= 500)
            #expect(try await app.ask(.GET, "/api/devices").status == 200)
            try server.fillStore(false)
            #expect(try await changing() == 204)
            #expect(try await app.ask(.GET, "/api/devices").status == 401)
        }
    }

    @Test func `S12: a device is given another password, and its socket is closed`() async throws {
        try await TestExchange.run { server in
            try await makeCarol(server)
            let phone = try await logIn(server, "carol-phone", "carol-phone-secret")
            let app = try await AccountClient.logIn(server, as: "carol-phone")
            let path = "/api/users/carol/devices/phone"
            #expect(try await ask(server, .PATCH, path, #"{"password":"short"}"#).status == 422)
            #expect(try await app.ask(.GET, "/api/devices").status == 200)
            let changed = try await ask(server, .PATCH, path, #"{"password":"another-phone-secret"}"#)
            #expect(changed.status == 200 && changed.object["login"] == "carol-phone")
            _ = try await phone.end()
            #expect(try await app.ask(.GET, "/api/devices").status == 401, "opened with the old password")
            _ = try await logIn(server, "carol-phone", "another-phone-secret")
            #expect(try await ask(server, .PATCH, path + "s", #"{"password":"another-phone-secret"}"#).status == 404)
        }
    }

    @Test func `S12: a number is made, rings whom it names, is changed and deleted, and outlives a restart`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            try await makeCarol(server)
            let carol = try await logIn(server, "carol-phone", "carol-phone-secret")
            let bob = try await logIn(server, "bob-phone", "phone-secret")
            let alice = try await logIn(server, "alice", "alice-secret")
            let new = #"{"number":"2000","carrier":"gateway","users":["carol"],"ring_seconds":20}"#
            let made = try await ask(server, .POST, "/api/numbers", new)
            #expect(made.status == 201 && made.object["ring_seconds"] == 20 && made.object["origin"] == "api")
            #expect(try await ask(server, .POST, "/api/numbers", new).status == 409)
            _ = try await alice.dial("2000", callID: "x", .telnyx)
            _ = try await carol.told("telnyx_rtc.invite")
            _ = try await alice.told("telnyx_rtc.ringing")
            let changed = try await ask(
                server, .PUT, "/api/numbers/2000", #"{"stages":[{"users":["bob"],"seconds":5},{"users":["carol"]}]}"#)
            #expect(changed.status == 200)
            alice.bye("x", .telnyx)
            _ = try await alice.result(of: "bye")
            _ = try await carol.told("telnyx_rtc.bye")
            _ = try await alice.dial("2000", callID: "y", .telnyx)
            _ = try await bob.told("telnyx_rtc.invite")
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let shown = try await ask(server, .GET, "/api/numbers/2000")
            #expect(shown.object["stages"]?.array?.count == 2)
            #expect(try await ask(server, .DELETE, "/api/numbers/2000").status == 204)
            #expect(try await ask(server, .GET, "/api/numbers/2000").status == 404)
            let alice = try await logIn(server, "alice", "alice-secret")
            _ = try await alice.dial("2000", callID: "z", .telnyx)
            #expect(try await alice.told("telnyx_rtc.bye")["causeCode"] != nil)
        }
    }

    @Test(arguments: [
        (#"{"number":"2001","carrier":"gateway","users":["stranger"]}"#, 422),
        (#"{"number":"2001","carrier":"gateway"}"#, 422),
        (#"{"number":"2001","carrier":"telnyx","users":["alice"]}"#, 422),
        (#"{"number":"2001","carrier":"gateway","users":["alice"],"forward_to":["+15550177"]}"#, 422),
        (#"{"number":"2001","carrier":"gateway","users":["alice"],"record_conversations":true}"#, 422),
        (#"{"number":"1001","carrier":"gateway","users":["bob"]}"#, 409),
        (#"{"number":"3000","carrier":"gateway","users":["bob"]}"#, 409),
    ])
    func `a number that cannot be is refused by the rules of the file`(body: String, status: Int) async throws {
        try await TestExchange.run({ $0.numbers = [CalledNumber("3000", users: ["alice"])] }) { server in
            let reply = try await ask(server, .POST, "/api/numbers", body)
            #expect(reply.status == status, "\(reply.text)")
            #expect(try await ask(server, .GET, "/api/numbers/2001").status == 404)
            #expect(try await ask(server, .PUT, "/api/numbers/3000", #"{"users":["bob"]}"#).status == 409)
            #expect(try await ask(server, .DELETE, "/api/numbers/3000").status == 409)
        }
    }
}
