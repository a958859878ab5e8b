import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

@Suite(.timeLimit(.minutes(5))) struct DeviceTokenTests {
    private let token = String(repeating: "a1", count: 32)

    private func tokens(credentials: Bool = false) -> String {
        """
        {"tokens":[{"kind":"apns_voip","token":"\(token)","environment":"production","topic":"app.example.voip"}],
        "credentials":\(credentials)}
        """
    }

    @Test(arguments: [
        (#"{"kind":"apns_voip","token":"a1a1a1a1a1a1a1a1","environment":"production"}"#, "topic is missing"),
        (#"{"kind":"apns_voip","token":"a1a1a1a1a1a1a1a1a","topic":"app.example.voip"}"#, "{2})+$"),
        (#"{"kind":"apns_voip","token":"not-hexadecimal-x","topic":"app.example.voip"}"#, "{2})+$"),
        (#"{"kind":"fcm","token":"a token with spaces"}"#, "matching"),
        (#"{"kind":"pager","token":"a1a1a1a1a1a1a1a1"}"#, "kind must be one of apns_voip, apns, fcm"),
    ])
    func `a token that could wake nothing is refused, and it is said why`(token: String, fault: String) async throws {
        try await TestExchange.run { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            let reply = try await bob.ask(.POST, "/api/device-tokens", "{\"tokens\":[\(token)]}")
            #expect(reply.status == 422 && reply.text.contains(fault), "\(reply.text)")
        }
    }

    @Test func `a token of Apple's is the same in capitals`() async throws {
        try await TestExchange.run { server async throws in
            let bob = try await AccountClient.logIn(server, as: "bob")
            let capitals = tokens().replacing(token, with: token.uppercased())
            #expect(try await bob.ask(.POST, "/api/device-tokens", capitals).status == 200)
            #expect(try await bob.ask(.POST, "/api/device-tokens/removal", "{\"token\":\"\(token)\"}").status == 204)
        }
    }

    @Test func `a phone signs in with the token it was issued, until that is revoked`() async throws {
        try await TestExchange.run { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            let reply = try await bob.ask(.POST, "/api/device-tokens", tokens(credentials: true))
            #expect(reply.status == 200)
            let credential = try #require(reply.object["credentials"]?.array?.first?.object)
            let login = try #require(credential["sip_username"]?.string)
            let password = try #require(credential["sip_password"]?.string)
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.telnyx, as: login, password: password, session: "b")
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice", password: "alice-secret", session: "a")
            _ = try await alice.dial("bob", callID: "c", .telnyx)
            _ = try await phone.told("telnyx_rtc.invite")

            #expect(try await bob.ask(.DELETE, "/api/voip/credentials/\(login)").status == 204)
            #expect(try await bob.ask(.DELETE, "/api/voip/credentials/\(login)").status == 404)
            let again = try await TestClient.connect(to: server)
            again.request(1, "login", ["login": .string(login), "passwd": .string(password)])
            #expect(try await again.failure(of: 1).code == -32001)
        }
    }

    @Test func `a credential still opens the exchange after a restart, and the one before it for a while`() async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        var credentials: [(String, String)] = []
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            for _ in 1...2 {
                let issued = try await bob.ask(.POST, "/api/voip/credentials", "{}").object
                credentials.append((issued["sip_username"]?.string ?? "", issued["sip_password"]?.string ?? ""))
            }
        }
        try await TestExchange.run({ $0.databasePath = folder.path }) { server in
            for (index, (login, password)) in credentials.enumerated() {
                let phone = try await TestClient.connect(to: server)
                try await phone.logIn(.telnyx, as: login, password: password, session: "s\(index)")
            }
        }
    }

    @Test func `a token that moves to another phone is its new owner's`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let bob = try await AccountClient.logIn(server, as: "bob")
            #expect(try await alice.ask(.POST, "/api/device-tokens", tokens()).status == 200)
            #expect(try await bob.ask(.POST, "/api/device-tokens", tokens()).status == 200)
            let removal = #"{"token":"\#(token)"}"#
            #expect(try await alice.ask(.POST, "/api/device-tokens/removal", removal).status == 404)
            #expect(try await bob.ask(.POST, "/api/device-tokens/removal", removal).status == 204)
        }
    }

    @Test func `a removed device is logged out everywhere`() async throws {
        try await TestExchange.run { server in
            let phone = try await AccountClient.logIn(server, as: "bob", installation: "installation-phone")
            let tablet = try await AccountClient.logIn(server, as: "bob", installation: "installation-tablet")
            let issued = try await phone.ask(.POST, "/api/voip/credentials", "{}").object
            let socket = try await TestClient.connect(to: server)
            try await socket.logIn(
                .telnyx, as: issued["sip_username"]?.string ?? "", password: issued["sip_password"]?.string ?? "",
                session: "b")
            #expect(try await tablet.ask(.DELETE, "/api/devices/\(phone.device)").status == 204)
            _ = try await socket.end()
            #expect(try await phone.ask(.GET, "/api/devices").status == 401)
            let alice = try await AccountClient.logIn(server, as: "alice")
            #expect(try await alice.ask(.DELETE, "/api/devices/\(tablet.device)").status == 404, "not hers")
        }
    }

    @Test func `a request sent again under its key is done once`() async throws {
        try await TestExchange.run { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            let key = [("Idempotency-Key", "0123456789")]
            let first = try await bob.ask(.POST, "/api/voip/credentials", "{}", headers: key)
            let second = try await bob.ask(.POST, "/api/voip/credentials", "{}", headers: key)
            #expect(first.status == 201 && second.status == 201)
            #expect(first.text == second.text)
            #expect(try await bob.ask(.GET, "/api/voip/credentials").object["credentials"]?.array?.count == 1)
            let other = try await bob.ask(.POST, "/api/device-tokens", tokens(), headers: key)
            #expect(other.status == 409)
        }
    }
}
