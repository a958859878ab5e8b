import CallModel
import ExchangeCarrier
import ExchangeServer
import ExchangeStorage
import NIOHTTP1
import RingTime
import Standins
import Testing
import WireJSON

/// Devices that sign in get credentials at Telnyx, and are rung by them: `Documentation/RingScenarios.md`, 46, 47, 70, 71.
@Suite(.timeLimit(.minutes(5))) struct CarrierCredentialTests {
    private static let day = Duration.seconds(86_400)

    // MARK: - Ahead

    @Test func `a phone that signs in is rung by Telnyx, and no more once it is logged out`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let credential = try await scene.credentials(1)[0]
            #expect(credential.isOf(phone.device, ""), "for none: the organisation called is none of the exchange's")
            #expect(try await scene.address(of: phone) == credential.address)

            let call = try await scene.callIn()
            let leg = try await scene.rungLegs(1)[0]
            #expect(leg.to == credential.address)
            scene.act("answer", on: leg.id)
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == phone.device)
            try await scene.hangUp(call)

            #expect(try await phone.ask(.POST, "/api/auth/logout").status == 204)
            _ = try await scene.credentials(0)
            let second = try await scene.callIn()
            _ = try await scene.status(of: second.session) { $0["state"]?.string == "voicemail" }
            #expect(scene.dialed == [credential.address], "no device is left to dial")
        }
    }

    @Test func `a device of the configuration file is rung at the address that stands there`() async throws {
        try await RingScene.play {
            $0.telnyx?.settings.credentialConnection = CarrierScene.connection
        } _: { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let own = try await scene.address(of: phone)
            _ = try await scene.callIn()
            let rung = try await scene.rungLegs(3)
            #expect(Set(rung.map(\.to)) == Set([own] + ["alice1", "alice2"].map(RingScene.address)))
        }
    }

    @Test func `a new member of an organization has a credential for it before the first call`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            _ = try await scene.credentials(1)
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            let both = try await scene.until {
                let all = scene.credentials
                return all.count == 2 && all.allSatisfy { !$0.isOf(phone.device, "") } ? all : nil
            }
            #expect(Set(["acme", "other"].map { id in both.filter { $0.isOf(phone.device, id) }.count }) == [1])
            let given = try await phone.ask(.POST, "/api/voip/switch-org", #"{"target_organization_id":"acme"}"#)
            #expect(
                given.object["carrier_sip_username"]?.string == both.first { $0.isOf(phone.device, "acme") }?.username)
            let token = try await scene.token(phone)
            #expect(token["organization_id"] == "acme", "the present one, unless told")
            #expect(token["sip_username"] == given.object["carrier_sip_username"])
        }
    }

    @Test func `a phone that fetches credentials is given those of the carrier too, which are kept nowhere`()
        async throws
    {
        try await CarrierScene.play {
            $0.telnyx?.settings.webRTCAddress = "wss://edge.example.com"
        } _: { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            for id in ["acme", "other"] { _ = try await scene.token(phone, in: id) }
            let (path, wish) = ("/api/device-tokens", #"{"tokens":[],"credentials":true}"#)
            let key = [("Idempotency-Key", "0123456789")]
            let given = try await phone.ask(.POST, path, wish, headers: key).object
            #expect(given["carrier_credentials_missing"] == [])
            let carried = (given["carrier_credentials"]?.array ?? []).compactMap(\.object)
            #expect(carried.map { $0["organization_id"]?.string } == ["acme", "other"])
            let versions = (given["credentials"]?.array ?? []).compactMap { $0.object?["version"]?.integer }
            for one in carried {
                #expect(one["login_token"]?.string?.split(separator: ".").count == 3)
                #expect(one["address"] == "wss://edge.example.com")
                #expect(one["version"]?.integer == versions.max())
            }
            let again = try await phone.ask(.POST, path, wish, headers: key).object
            #expect(again["credentials"] == given["credentials"])
            #expect(again["carrier_credentials"] == [])
            #expect(again["carrier_credentials_missing"] == ["acme", "other"])
            let later = try await phone.ask(.POST, path, wish).object
            let next = later["carrier_credentials"]?.array?.first?.object?["version"]?.integer ?? 0
            #expect(next > versions.max() ?? .max, "the newer the higher")
            #expect(try await phone.ask(.POST, path, #"{"tokens":[]}"#).object["carrier_credentials"] == nil)
        }
    }

    @Test func `a token that cannot be had now is named as missing, and the rest is given`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            for id in ["acme", "other"] { _ = try await scene.token(phone, in: id) }
            let acme = try #require(scene.credentials.first { $0.isOf(phone.device, "acme") })
            _ = scene.telnyx.control("DELETE", "credentials/\(acme.id)")
            let given = try await phone.ask(.POST, "/api/device-tokens", #"{"tokens":[],"credentials":true}"#).object
            #expect(given["carrier_credentials_missing"] == ["acme"])
            let carried = (given["carrier_credentials"]?.array ?? []).compactMap {
                $0.object?["organization_id"]?.string
            }
            #expect(carried == ["other"])
        }
    }

    @Test func `of an organisation that is none of the exchange's a phone is given the token of none`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            _ = try await scene.token(phone)
            let given = try await phone.ask(.POST, "/api/device-tokens", #"{"tokens":[],"credentials":true}"#).object
            let carried = (given["carrier_credentials"]?.array ?? []).compactMap(\.object)
            #expect(carried.map { $0["organization_id"]?.string } == ["acme", "other"])
            #expect(Set(carried.map { $0["login_token"]?.string }).count == 1)
        }
    }

    // MARK: - Tokens

    @Test func `a token is given for an organization of the user's, and only to the device of the session`()
        async throws
    {
        try await CarrierScene.play { scene in
            try await CarrierScene.makeOrganizations(scene, "acme")
            let (path, acme) = ("/api/voip/carrier-token", #"{"organization_id":"acme"}"#)
            let made = try await TestHTTP.ask(
                scene.server, .POST, "/api/organizations", authorization: TestHTTP.bearer(TestExchange.token),
                body: #"{"id":"secret","name":"Secret","owner":"bob"}"#)
            #expect(made.status == 201)
            let (alice, bob) = (
                try await AccountClient.logIn(scene.server, as: "alice"),
                try await AccountClient.logIn(scene.server, as: "bob")
            )
            let token = try await scene.token(alice, in: "acme")
            #expect(token["token"]?.string?.split(separator: ".").count == 3)
            #expect(try await scene.token(bob, in: "acme")["sip_username"] != token["sip_username"])
            let foreign = try await alice.ask(.POST, path, #"{"organization_id":"secret"}"#)
            let unknown = try await alice.ask(.POST, path, #"{"organization_id":"nowhere"}"#)
            #expect(foreign.status == 404 && foreign.text == unknown.text)
            #expect(try await TestHTTP.ask(scene.server, .POST, path, body: acme).status == 401)
            let basic = TestHTTP.basic("alice", "alice-secret")
            #expect(
                try await TestHTTP.ask(scene.server, .POST, path, authorization: basic, body: acme).status == 403)
        }
    }

    @Test func `without a carrier that makes credentials there is no token, and it is said`() async throws {
        try await TestExchange.run { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let reply = try await alice.ask(.POST, "/api/voip/carrier-token", "{}")
            #expect(reply.status == 404 && reply.text.contains("telnyx"))
        }
    }

    @Test func `a client that asks for tokens without end is limited`() async throws {
        try await CarrierScene.play {
            $0.limits.apiRequestsPerMinute = 20
        } _: { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            var count = 0
            // Some asked for before, and of the limit of a minute a part comes back while the machine is busy.
            // on purpose: the test asks until it is refused
            while count < 1_000, try await phone.ask(.POST, "/api/voip/carrier-token", "{}").status != 429 {
                count += 1
            }
            #expect((15..<1_000).contains(count), "the first few are welcome")
        }
    }

    @Test func `no token and no password of Telnyx's is in a log line, the trace or the database`() async throws {
        let (folder, lines) = (try Scratch(), LogLines())
        defer { folder.remove() }
        try await CarrierScene.play(database: folder.path, writingTo: lines) { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            var secrets = [try await scene.token(phone)["token"]?.string ?? ""]
            secrets += scene.telnyx.secrets
            try #require(secrets.count == 2 && secrets.allSatisfy { $0.count >= 32 })
            let written = try folder.bytes()
            for secret in secrets {
                #expect(!lines.all.contains { $0.contains(secret) })
                #expect(written.firstRange(of: Array(secret.utf8)) == nil)
            }
            let username = scene.credentials[0].username
            #expect(
                written.firstRange(of: Array(username.utf8)) != nil, "the file that is looked at has the stored values")
        }
    }

    // MARK: - Scenarios

    @Test(arguments: [false, true])
    func `scenario 46: a dial by a revoked credential fails once, and the next call rings by another one`(
        refuses: Bool
    ) async throws {
        try await CarrierScene.play(refusesDead: refuses) { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let first = try await scene.credentials(1)[0]
            _ = try await scene.token(phone)
            _ = scene.telnyx.control("DELETE", "credentials/\(first.id)")

            let call = try await scene.callIn()
            #expect(try await scene.reasons(of: call.session, at: "voicemail") == [refuses ? "failed" : "unreachable"])
            #expect(scene.asked("/v2/calls").count { $0.method == "POST" && !$0.path.contains("actions") } == 1)
            let second = try await scene.credentials(1)[0]
            #expect(second.username != first.username, "repaired beside the call")
            #expect(try await scene.address(of: phone) == second.address)
            try await scene.hangUp(call, afterMessages: 1)

            _ = try await scene.callIn()
            _ = try await scene.until { scene.dialed.last == second.address ? true : nil }
            #expect(scene.asked("/v2/telephony_credentials").count { $0.method == "POST" && $0.status == 201 } == 4)
        }
    }

    @Test func `scenario 46: a phone that is merely out of reach keeps its credential`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let address = try await scene.address(of: phone)
            scene.telnyx.put(TelnyxFarEnd(declinesAfter: .zero, cause: "not_found"), at: address)
            for number in 1...2 {
                let call = try await scene.callIn()
                _ = try await scene.reasons(of: call.session, at: "voicemail")
                try await scene.hangUp(call, afterMessages: number)
            }
            _ = try await scene.until { scene.asked("/v2/telephony_credentials").first { $0.method == "GET" } }
            #expect(try await scene.address(of: phone) == address)
            #expect(scene.asked("/v2/telephony_credentials").count { $0.method == "GET" } == 1, "not at every call")
        }
    }

    @Test func `scenario 47: while an older credential works beside the new one the device has one leg`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let old = try await scene.address(of: phone)
            for clock in [27, 2] {
                scene.telnyx.clock.advance(by: Self.day * clock)
                scene.clock.advance(by: Self.day * clock)
            }
            _ = try await scene.credentials(2)
            let first = try await scene.callIn()
            #expect(try await scene.rungLegs(1).map(\.to) == [old], "where the device registered")
            try await scene.hangUp(first)

            let new = try await scene.until {
                let address = try await scene.address(of: phone)
                return address == old ? nil : address
            }
            let second = try await scene.callIn()
            #expect(try await scene.rungLegs(2).map(\.to) == [old, new])
            try await scene.hangUp(second)

            scene.telnyx.clock.advance(by: .seconds(901))
            scene.clock.advance(by: .seconds(901))
            #expect(try await scene.credentials(1).map(\.address) == [new], "the old one is retired, minutes later")
        }
    }

    @Test
    func `scenario 70: a phone that goes to another organisation while it rings talks by the old one's credential`()
        async throws
    {
        try await CarrierScene.play { scene in
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let acme = try await scene.address(of: phone, in: "acme")
            let other = try await scene.address(of: phone, in: "other")
            let call = try await scene.callIn()
            let leg = try await scene.rungLegs(1)[0]
            #expect(leg.to == acme)
            let switched = try await phone.ask(.POST, "/api/voip/switch-org", #"{"target_organization_id":"other"}"#)
            #expect(switched.object["carrier_sip_username"]?.string.map { other.contains($0) } == true)
            scene.act("answer", on: leg.id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(scene.dialed == [acme])
            try await scene.hangUp(call)

            let next = try await scene.callIn(to: CarrierScene.otherNumber)
            #expect(try await scene.rungLegs(2).map(\.to) == [acme, other])
            try await scene.hangUp(next)
        }
    }

    @Test func `an app that is gone from its phone, as Apple says, loses its credential until it is heard of`()
        async throws
    {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let token = String(repeating: "a1", count: 32)
            _ = try await phone.ask(
                .POST, "/api/device-tokens",
                #"{"tokens":[{"kind":"apns_voip","token":"\#(token)","environment":"production","#
                    + #""topic":"\#(RingScene.topic)"}]}"#)
            let address = try await scene.address(of: phone)
            scene.apns.register(APNsDevice(token: token))
            scene.apns.clock.advance(by: .seconds(2))
            scene.apns.unregister(token)
            let call = try await scene.callIn()
            _ = try await scene.credentials(0)
            try await scene.hangUp(call)
            #expect(try await scene.address(of: phone) != address)
        }
    }

    @Test func `an app whose token Google has let expire loses its credential until it is heard of`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await CarrierScene.play(database: folder.path) { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let body = #"{"tokens":[{"kind":"fcm","token":"a-token-of-an-app-that-sleeps"}]}"#
            #expect(try await phone.ask(.POST, "/api/device-tokens", body).status == 200)
            _ = try await scene.credentials(1)
            let age: (ExchangeDatabase) async throws -> Void = { database in
                let accounts = SQLiteAccountStore(database)
                for var token in try await accounts.pushTokens(ofUser: "alice") {
                    token.registeredAt -= 271 * 86_400_000_000
                    _ = try await accounts.save(token)
                }
            }
            try await scene.succeeded(in: folder, with: age) { next in
                _ = try await next.until { next.credentials.isEmpty ? true : nil }
                var later = phone
                later.server = next.server
                #expect(try await later.ask(.POST, "/api/device-tokens", body).status == 200)
                _ = try await next.until { next.credentials.count == 1 ? true : nil }
            }
        }
    }

    // MARK: - Failure

    @Test func `the answer to making a credential is lost: it is found by its name, and there is one`() async throws {
        try await CarrierScene.play { scene in
            scene.telnyx.plan(HTTPFault(.cutConnection(isProcessed: true), path: "/v2/telephony_credentials"))
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let credential = try await scene.credentials(1)[0]
            #expect(try await scene.address(of: phone) == credential.address)
            #expect(scene.credentials == [credential])
            let list = scene.asked("/v2/telephony_credentials").filter { !$0.path.contains("token") }
            #expect(list.map(\.method) == ["POST", "GET"])
        }
    }

    @Test func `what Telnyx could not make or delete when the exchange died is done by the next one`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await CarrierScene.play(database: folder.path) { scene in
            let gone = try await AccountClient.logIn(scene.server, as: "alice", installation: "first-phone")
            let old = try await scene.credentials(1)[0]
            _ = try await scene.token(gone)
            scene.telnyx.plan(HTTPFault(.refuse(status: 503), count: nil))
            #expect(try await gone.ask(.POST, "/api/auth/logout").status == 204)
            let phone = try await AccountClient.logIn(scene.server, as: "alice", installation: "second-phone")
            _ = try await scene.until { scene.asked("/v2/telephony_credentials").first { $0.status == 503 } }
            #expect(scene.credentials == [old])
            try await scene.succeeded(in: folder) { next in
                _ = next.telnyx.control("DELETE", "faults")
                next.clock.advance(by: .seconds(61))
                let new = try await next.until {
                    next.credentials.first { $0.isOf(phone.device, "") && next.credentials.count == 1 }
                }
                var later = phone
                later.server = next.server
                _ = try await next.token(later)
                _ = try await next.callIn()
                _ = try await next.until { next.dialed.first }
                #expect(next.dialed == [new.address])
            }
        }
    }

    @Test func `Telnyx asks for a pause: nothing is sent before it is over, and then everything`() async throws {
        try await CarrierScene.play { scene in
            scene.telnyx.plan(HTTPFault(.refuse(status: 429), path: "/v2/telephony_credentials"))
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            _ = try await scene.until { scene.asked("/v2/telephony_credentials").first { $0.status == 429 } }
            scene.clock.advance(by: .seconds(60))
            #expect(try await scene.address(of: phone) == scene.credentials(1)[0].address)
        }
    }
}
