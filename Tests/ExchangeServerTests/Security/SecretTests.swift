import ExchangeServer
import NIOHTTP1
import Standins
import Testing
import WireJSON

/// Nothing secret or personal is in any line of a log, in a trace or in a figure.
@Suite(.timeLimit(.minutes(5))) struct SecretTests {
    private let pushToken = String(repeating: "5ec7e7", count: 8)

    /// Everything of a person's day that must not be written down.
    private struct Secrets {
        var words: [String] = []

        mutating func add(_ value: JSONValue?) throws {
            words.append(try #require(value?.string))
        }
    }

    @Test func `a day of accounts, calls and mistakes leaves no secret in the log`() async throws {
        let lines = LogLines()
        var secrets = Secrets()
        try await AppleScene.run(writingTo: lines) { scene in
            try await live(scene, &secrets)
            try await call(scene.server)
            let metrics = try await TestHTTP.ask(scene.server, "/metrics").text
            for word in secrets.words { #expect(!metrics.contains(word)) }
        }
        secrets.words += [
            TestExchange.token, "alice-secret", "bob-secret", "phone-secret", "a-wrong-password", "wrong-bearer-0123",
            pushToken, "1001", "1002", "+15550123", "User alice", "User bob", "A. Caller", "Ann Secretive", "ice-pwd",
            "ice-ufrag", "001.ann-of-apple", "ann@private.example",
        ]
        let all = lines.all
        #expect(all.count > 20, "the log was written")
        for word in secrets.words {
            #expect(word.count >= 4)
            let line = all.first { Self.has(word, in: $0) }
            #expect(line == nil, "the log has \(word)")
        }
    }

    /// A short number stands by itself: its digits within a time or an id, which are of chance, are no number.
    private static func has(_ word: String, in line: String) -> Bool {
        guard word.allSatisfy(\.isNumber) else { return line.contains(word) }
        func continues(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "." } ?? false
        }
        return line.ranges(of: word).contains { range in
            !continues(line[..<range.lowerBound].last) && !continues(line[range.upperBound...].first)
        }
    }

    @Test(arguments: [("dials 1002", true), ("\"1002\"", true), ("at: 1.100244", false), ("id a1002f", false)])
    func `a number is found where it stands by itself`(_ line: String, isFound: Bool) {
        #expect(Self.has("1002", in: line) == isFound)
    }

    @Test func `calls of the public network and their pushes leave no number, token or key in the log`() async throws {
        let lines = LogLines()
        try await RingScene.play(writingTo: lines) { scene in
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            let session = try #require(try await scene.pushes(2).first).session
            let rung = try await scene.rungLegs(2)
            scene.act("answer", on: rung[0].id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            scene.act("hangup", on: caller)
            _ = try await scene.status(of: session) { $0["state"]?.string == "ended" }
            _ = scene.telnyx.callIn(from: "+15550100001", to: "+15550109999")
            _ = try await scene.until { scene.asked("actions/reject").first }
            let forged = try await TestHTTP.ask(
                scene.server, .POST, "/webhooks/telnyx", body: #"{"data":{"payload":{"from":"+15550100001"}}}"#)
            #expect(forged.status != 200)
            _ = try await scene.pushes(3)
            let metrics = try await TestHTTP.ask(scene.server, "/metrics").text
            #expect(metrics.contains("carillon_push_attempts_total{service=\"apns\"} 3"), "two rings, one of them over")
        }
        let all = lines.all
        #expect(all.count > 5, "the log was written")
        let secrets =
            ["+15550100001", RingScene.number, "+15550109999", "KEYSTANDIN0123456789", "sip:alice1@", "BEGIN PRIVATE"]
            + ["alice1", "alice2", "bob-phone"].map(RingScene.tokenText)
        for word in secrets { #expect(!all.contains { $0.contains(word) }, "the log has \(word)") }
    }

    /// Signs in in every way, right and wrong, and is given everything that is given.
    private func live(_ scene: AppleScene, _ secrets: inout Secrets) async throws {
        let server = scene.server
        let alice = try await AccountClient.logIn(server, as: "alice")
        secrets.words += [alice.access, alice.refresh]
        let renewed = try await alice.refreshing(alice.refresh).object
        try secrets.add(renewed["access_token"])
        try secrets.add(renewed["refresh_token"])
        let again = try AccountClient(server, renewed)
        let tokens = """
            {"tokens":[{"kind":"apns_voip","token":"\(pushToken)","topic":"app.voip"}],"credentials":true}
            """
        let given = try await again.ask(.POST, "/api/device-tokens", tokens).object
        let credential = given["credentials"]?.array?.first?.object
        try secrets.add(credential?["sip_password"])
        let wrong = AccountClient.body("alice", "a-wrong-password", installation: "installation-1")
        _ = try await TestHTTP.ask(server, .POST, "/api/auth/login", body: wrong)
        _ = try await TestHTTP.ask(server, .GET, "/api/devices", authorization: "Bearer wrong-bearer-0123")
        _ = try await TestHTTP.ask(
            server, .POST, "/api/users", authorization: TestHTTP.bearer(TestExchange.token),
            body: #"{"name":"carol","numbers":["+15550123"],"password":"carol-secret-77"}"#)
        secrets.words.append("carol-secret-77")

        let authorization = scene.authorize([
            "sub": "001.ann-of-apple", "email": "ann@private.example", "nonce": .string(try await scene.nonce()),
        ])
        try secrets.add(authorization["identity_token"])
        try secrets.add(authorization["code"])
        let session = try await scene.signIn(authorization, name: "Ann Secretive")
        try secrets.add(session.object["access_token"])
        let ann = try AccountClient(server, session.object)
        _ = try await scene.signIn(authorization)
        #expect(try await scene.notify("email-disabled", "001.ann-of-apple", id: "n1") == 204)
        #expect(try await ann.ask(.DELETE, "/api/account").status == 204)
        // A spent refresh token, as a thief's.
        _ = try await again.refreshing(alice.refresh)
    }

    /// A call between both dialects by number, held, resumed and hung up; and logins that fail.
    private func call(_ server: ExchangeServer) async throws {
        let alice = try await TestClient.connect(to: server)
        let bob = try await TestClient.connect(to: server)
        try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "alice-1")
        try await bob.logIn(.freeSwitch, as: "bob-phone", password: "phone-secret", session: "bob-1")
        _ = try await alice.dial("1002", callID: "c", .freeSwitch)
        let leg = try #require(try await bob.told("verto.invite")["callID"]?.string)
        bob.answer(leg, .freeSwitch)
        _ = try await bob.result(of: "answer")
        _ = try await bob.told("verto.display")
        bob.bye(leg, .freeSwitch)
        _ = try await bob.result(of: "bye")
        let stranger = try await TestClient.connect(to: server)
        stranger.request(1, "login", ["login": "alice", "passwd": "a-wrong-password", "sessid": "s"])
        _ = try await stranger.failure(of: 1)
        let noise = try await TestClient.connect(to: server)
        noise.send(text: "{\"passwd\":\"a-wrong-password\"")
        await noise.close()
    }
}
