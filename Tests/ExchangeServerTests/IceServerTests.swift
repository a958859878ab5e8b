import ExchangeServer
import Redaction
import Testing
import WireJSON

/// Credentials that the exchange makes for a relay with which it shares a secret.
@Suite(.timeLimit(.minutes(5))) struct IceServerTests {
    private func entry(lifetime: Int = 60, separator: String = ":") -> IceServerEntry {
        let secret = IceServerEntry.SharedSecret(
            secret: "relay-shared-secret", lifetime: lifetime, separator: separator)
        return IceServerEntry(urls: ["turn:192.0.2.1:3478"], sharedSecret: secret)
    }

    @Test func `a credential is the secret's code of a name that begins with its end`() throws {
        let issued = IssuedIceServer(entry(), for: "device:1", at: 1_764_000_000_000_000)
        let username = try #require(issued.username?.revealed)
        #expect(username.hasPrefix("1764003600:"))
        #expect(issued.expiresAt == 1_764_003_600_000_000)
        // Of the username above: openssl dgst -sha1 -hmac relay-shared-secret -binary | base64
        #expect(username == "1764003600:fcbbe11d9b283c66")
        #expect(issued.credential?.revealed == "35QmZS+ATLgKau06UqVeTO0m+yo=")
    }

    @Test func `lifetime and separator are the configuration's`() {
        let issued = IssuedIceServer(entry(lifetime: 5, separator: "."), for: "device:1", at: 0)
        #expect(issued.username?.revealed.hasPrefix("300.") == true)
    }

    @Test func `a device keeps its name, another has another, and neither name tells who it is`() {
        let names = ["device:1", "device:1", "user:alice"].map {
            IssuedIceServer(entry(), for: $0, at: 0).username?.revealed
        }
        #expect(names[0] == names[1] && names[0] != names[2])
        #expect(names[2]?.contains("alice") == false)
    }

    @Test func `credentials that the file gives are handed on, and do not end`() {
        let fixed = IceServerEntry(urls: ["turn:192.0.2.1:3478"], username: "relay", credential: "word")
        let issued = IssuedIceServer(fixed, for: "device:1", at: 0)
        #expect(issued.username == "relay" && issued.credential == "word" && issued.expiresAt == nil)
    }

    @Test func `who asks gets credentials of its own, and the secret is in no answer`() async throws {
        try await TestExchange.run({ $0.iceServers = [entry()] }) { server in
            var usernames: [String] = []
            for (login, password) in [("alice", "alice-secret"), ("bob-phone", "phone-secret")] {
                let reply = try await TestHTTP.ask(
                    server, "/api/voip/ice-servers", authorization: TestHTTP.basic(login, password))
                #expect(reply.status == 200)
                #expect(!reply.text.contains("relay-shared-secret"))
                let issued = try #require(reply.object["ice_servers"]?.array?.first?.object)
                #expect(issued["expires_at"]?.string?.isEmpty == false)
                usernames.append(try #require(issued["username"]?.string))
            }
            #expect(Set(usernames).count == 2)
        }
    }

    /// What a login is told; nil: nothing of servers.
    private func reported(_ server: ExchangeServer, _ login: String, _ password: String, asks: Bool = true) async throws
        -> (client: TestClient, servers: [JSONObject]?)
    {
        let client = try await TestClient.connect(to: server)
        var params: JSONObject = ["login": .string(login), "passwd": .string(password), "sessid": .string(login)]
        if asks { params["userVariables"] = ["carillon_ice_servers": "true"] }
        client.request("login", "login", params)
        let result = try await client.result(of: "login")
        return (client, result["ice_servers"]?.array?.compactMap(\.object))
    }

    @Test func `a device that asks is told at login, with credentials of its own, and others are told nothing`()
        async throws
    {
        try await TestExchange.run({ $0.iceServers = [entry()] }) { server in
            let alice = try await reported(server, "alice", "alice-secret")
            let bob = try await reported(server, "bob-phone", "phone-secret")
            let usernames = [alice, bob].compactMap { $0.servers?.first?["username"]?.string }
            #expect(Set(usernames).count == 2)
            #expect(try await reported(server, "bob", "bob-secret", asks: false).servers == nil)
        }
    }

    @Test func `servers of a file that was read again are told to who asks over an open socket`() async throws {
        try await TestExchange.run({ $0.iceServers = [entry()] }) { server in
            let (alice, _) = try await reported(server, "alice", "alice-secret")
            _ = try await alice.told("verto.clientReady")
            var changed = try TestExchange.configuration()
            changed.iceServers = [IceServerEntry(urls: ["stun:192.0.2.9"])]
            #expect(await server.reload { changed })
            alice.request("again", "verto.iceServers", ["sessid": "alice"])
            let again = try await alice.result(of: "again")
            let urls = again["ice_servers"]?.array?.first?.object?["urls"]
            #expect(urls == ["stun:192.0.2.9"])
            #expect(again["ice_servers_seconds"] == nil)
        }
    }
}
