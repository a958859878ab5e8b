import Accounts
import ExchangeServer
import ExchangeStorage
import NIOHTTP1
import Standins
import Testing
import WireJSON

/// What a revoked device or a member who leaves has left at Telnyx: nothing. `Documentation/RingScenarios.md`, 71.
@Suite(.timeLimit(.minutes(5))) struct CarrierRevocationTests {
    @Test func `scenario 71: a phone logged out while it rings stops, and its credential and push token are gone`()
        async throws
    {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let token = String(repeating: "a1", count: 32)
            let saved = try await phone.ask(
                .POST, "/api/device-tokens",
                #"{"tokens":[{"kind":"apns_voip","token":"\#(token)","environment":"production","#
                    + #""topic":"\#(RingScene.topic)"}]}"#)
            #expect(saved.status == 200)
            _ = try await scene.token(phone)
            let call = try await scene.callIn()
            _ = try await scene.rungLegs(1)
            #expect(try await scene.pushes(1)[0].token == token)
            #expect(try await phone.ask(.POST, "/api/auth/logout").status == 204)
            _ = try await scene.until { scene.legs.allSatisfy { $0.isIncoming || $0.state == "over" } ? true : nil }
            _ = try await scene.credentials(0)
            #expect(try await scene.reasons(of: call.session, at: "voicemail") == ["withdrawn"])
            try await scene.hangUp(call, afterMessages: 1)

            let pushed = scene.apns.receivedCount
            let second = try await scene.callIn()
            _ = try await scene.status(of: second.session) { $0["state"]?.string == "voicemail" }
            #expect(scene.apns.receivedCount == pushed && scene.dialed.count == 1)
        }
    }

    @Test func `scenario 71: a phone revoked in the moment of a crash stops ringing when the next exchange starts`()
        async throws
    {
        let folder = try Scratch()
        defer { folder.remove() }
        try await CarrierScene.play(database: folder.path) { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            _ = try await scene.token(phone)
            let call = try await scene.callIn()
            _ = try await scene.rungLegs(1)
            let withdrawal = Withdrawal(.device(phone.device, of: "alice"), because: .deviceRemoved, at: 1)
            try await scene.succeeded(
                in: folder,
                with: { database async throws in
                    #expect(try await SQLiteAccountStore(database).revoke(withdrawal).count == 1)
                }
            ) { next in
                let reasons = try await next.reasons(of: call.session, at: "voicemail")
                #expect(reasons == ["withdrawn"])
            }
        }
    }

    @Test func `scenario 71: a member who is removed loses the credential of that organisation, and no other`()
        async throws
    {
        try await CarrierScene.play { scene in
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            _ = try await scene.token(phone, in: "acme")
            let other = try await scene.address(of: phone, in: "other")
            let call = try await scene.callIn()
            _ = try await scene.rungLegs(1)
            let removed = try await TestHTTP.ask(
                scene.server, .DELETE, "/api/organizations/acme/members/alice",
                authorization: TestHTTP.bearer(TestExchange.token))
            #expect(removed.status == 204)
            _ = try await scene.until { scene.legs.allSatisfy { $0.isIncoming || $0.state == "over" } ? true : nil }
            #expect(try await scene.credentials(1).map(\.address) == [other])
            let refused = try await phone.ask(.POST, "/api/voip/carrier-token", #"{"organization_id":"acme"}"#)
            #expect(refused.status == 404)
            try await scene.hangUp(call, afterMessages: 1)

            let second = try await scene.callIn()
            _ = try await scene.status(of: second.session) { $0["state"]?.string == "voicemail" }
            #expect(scene.dialed.count == 1, "not rung for it any more, by no credential")
        }
    }

    @Test func `with the account its credentials are deleted`() async throws {
        try await CarrierScene.play { scene in
            let made = try await TestHTTP.ask(
                scene.server, .POST, "/api/users", authorization: TestHTTP.bearer(TestExchange.token),
                body: #"{"name":"carol","password":"carol-secret"}"#)
            #expect(made.status == 201)
            let carol = try await AccountClient.logIn(scene.server, as: "carol")
            _ = try await scene.credentials(1)
            #expect(try await carol.ask(.DELETE, "/api/account").status == 204)
            _ = try await scene.credentials(0)
        }
    }
}
