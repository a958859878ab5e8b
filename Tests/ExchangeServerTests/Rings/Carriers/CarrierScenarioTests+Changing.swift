import CallModel
import ExchangeServer
import NIOHTTP1
import RingCore
import Standins
import Testing
import WireJSON

/// 64–72: several calls at once, what operators ask, and whose device it is.
extension CarrierScenarioTests {
    /// A second caller calls alice's number while the first call is there.
    private func second(_ carrier: CarrierKind, beside first: any CarrierCall) async throws -> any CarrierCall {
        guard let first = first as? GatewayCarrierCall else { return try await carrier.ring(first.scene) }
        return try await GatewayCarrierCall.ringing(first.scene, first.call.phones.map(\.client), from: "bob-desk")
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 64: two callers to one user are two calls, and answering one claims nothing of the other`(
        carrier: CarrierKind
    ) async throws {
        try await carrier.ringing { first in
            let second = try await second(carrier, beside: first)
            #expect(first.session != second.session)
            try await first.talk(0)
            try await first.isGone(1)
            let status = try await second.now()
            #expect(status["state"] == "ringing" && second.deviceReasons(status) == [nil, nil])
            try await second.talk(1)
            try await second.isGone(0)
            #expect(try await first.now()["winner"] == "alice1")
            #expect(try await second.now()["winner"] == "alice2")
            try await first.callerHangsUp()
            _ = try await first.ended()
            #expect(try await second.now()["state"] == "active")
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 66: a user in a call is rung as a waiting call, and nothing answers by itself`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { first in
            try await first.talk(0)
            try await first.isGone(1)
            let second = try await second(carrier, beside: first)
            #expect(try await second.now()["state"] == "ringing")
            try await second.callerHangsUp()
            let ended = try await second.ended()
            #expect(second.deviceReasons(ended) == [.callerCancelled, .callerCancelled])
            #expect(ended["missed_by"] == ["alice"])
            #expect(try await first.now()["state"] == "active")
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 66: or is busy, by policy, and rings no phone`(carrier: CarrierKind) async throws {
        var setting = CarrierKind.Setting()
        setting.change = { $0.telnyx?.numbers[0].policy.busy = .skip }
        try await carrier.ringing(setting) { first in
            try await first.talk(0)
            try await first.isGone(1)
            let known = first.scene.apns.receivedCount
            switch first {
            case let first as GatewayCarrierCall:
                let caller = try await first.scene.phone("bob-desk")
                _ = try await caller.dial(RingScene.number, callID: "d", .telnyx)
                #expect(try await caller.told("telnyx_rtc.bye")["causeCode"]?.integer == 17)
            default: try await carrier.place(first.scene).isOver()
            }
            let calls = try await first.scene.history(of: RingScene.basicOfAlice)
            #expect(calls.compactMap { $0["outcome"]?.string } == ["busy"])
            #expect(first.scene.apns.receivedCount == known)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 68: an operator who has seen an older version is refused, and one who has not is obeyed`(
        carrier: CarrierKind
    ) async throws {
        try await carrier.ringing { call in
            let seen = try await call.now()["version"]
            try await call.talk(0)
            let now = try await call.active()["version"]
            #expect(try await call.request("transfer", seen, "alice2") == 409)
            #expect(try await call.request("end", seen) == 409)
            let foreign = try await TestHTTP.ask(
                call.scene.server, .POST, "/api/calls/\(call.session)/requests",
                authorization: RingScene.basicOfAlice, body: #"{"request":"end","version":\#(now?.integer ?? 0)}"#)
            #expect(foreign.status == 404)
            #expect(try await call.now()["state"] == "active")
            #expect(try await call.request("end", now) == 200)
            #expect(try await call.ended()["outcome"] == "endedByOperator")
            try await call.isGone(0, 16)
            try await call.callerIsGone()
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 68: a call that rings is transferred, and is in the history of both`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            let version = try await call.now()["version"]
            let call = try await call.ringing(also: "bob-desk") { () async throws in
                #expect(try await call.request("transfer", version, "bob-desk") == 200)
            }
            for phone in 0...1 { try await call.isGone(phone) }
            try await call.talk(2)
            #expect(try await call.active()["winner"] == "bob-desk")
            try await call.callerHangsUp()
            #expect(try await call.ended()["outcome"] == "completedByCaller")
            for user in [RingScene.basicOfAlice, TestHTTP.basic("bob", "bob-secret")] {
                let history = try await call.scene.history(of: user)
                #expect(history.map { $0["call_session_id"]?.string } == [call.session])
            }
        }
    }

    @Test func `scenario 68: the gateway refuses to consult, park or barge in, and says so`() async throws {
        try await CarrierKind.gateway.ringing { call in
            try await call.talk(0)
            let before = try await call.active()
            for word in ["consult", "park", "unpark", "barge", "complete_transfer", "cancel_transfer"] {
                #expect(try await call.request(word, before["version"], "bob-desk") == 409, "\(word)")
            }
            #expect(try await call.now() == before)
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 69: a hold that comes as the other side hangs up, or after the end, is ignored`(carrier: CarrierKind)
        async throws
    {
        try await carrier.ringing { call in
            try await call.talk(0)
            let late = try await call.holdsUnheard(0)
            try await call.callerHangsUp()
            let ended = try await call.ended()
            try await late()
            #expect(try await call.now() == ended && ended["version"] == 4)
        }
        try await carrier.ringing { call in
            try await call.talk(0)
            call.hold(0)
            try await call.callerHangsUp()
            let ended = try await call.ended()
            #expect(ended["outcome"] == "completedByCaller")
            #expect(call.deviceReasons(ended) == [.answered, .answeredElsewhere])
        }
    }

    // MARK: - Belonging. Of devices that sign in at Telnyx: `CarrierCredentialTests`.

    @Test func `scenario 70: a phone that moves to another organisation rings on for the old one`() async throws {
        try await CarrierKind.gateway.play { scene in
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            let app = try await AccountClient.logIn(scene.server, as: "alice")
            func move(to organization: String) async throws -> JSONObject {
                let reply = try await app.ask(
                    .POST, "/api/voip/switch-org", #"{"target_organization_id":"\#(organization)"}"#)
                try #require(reply.status == 200)
                return reply.object
            }
            let login = try await move(to: "acme")
            let phone = try await TestClient.connect(to: scene.server)
            try await phone.logIn(
                .telnyx, as: login["sip_username"]?.string ?? "", password: login["sip_password"]?.string ?? "",
                session: "app")
            let call = try await scene.numberRinging([phone], from: try await scene.phone("bob-phone"), as: "c")
            #expect(try await move(to: "other")["sip_username"] != login["sip_username"])
            phone.answer(call.phones[0].leg, .telnyx)
            let active = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(active["winner"]?.string == app.device && active["organization_id"] == "acme")
            call.hangUp()
            #expect(try await scene.end(of: call.session)["outcome"] == "completedByCaller")
        }
    }

    /// Within a second, it is asked: here no time passes at all.
    @Test(arguments: CarrierKind.allCases)
    func `scenario 71: a user is removed from the organisation while it rings: the phones stop at once`(
        carrier: CarrierKind
    ) async throws {
        try await carrier.play { scene in
            try await CarrierScene.makeOrganizations(scene, "acme")
            let call = try await carrier.ring(scene)
            let removed = try await TestHTTP.ask(
                scene.server, .DELETE, "/api/organizations/acme/members/alice",
                authorization: TestHTTP.bearer(TestExchange.token))
            #expect(removed.status == 204)
            for phone in 0...1 { try await call.isGone(phone) }
            try await call.callerIsGone()
            #expect(call.deviceReasons(try await call.ended()) == [.withdrawn, .withdrawn])
        }
    }

    @Test(arguments: CarrierKind.allCases)
    func `scenario 72: whose call it is not can do nothing about it, and does not learn that there is one`(
        carrier: CarrierKind
    ) async throws {
        try await carrier.ringing { call in
            func claim(_ session: String, _ device: String, _ login: String, _ password: String) async throws
                -> TestHTTP.Reply
            {
                try await TestHTTP.ask(
                    call.scene.server, .POST, "/api/calls/\(session)/claim",
                    authorization: TestHTTP.basic(login, password), body: #"{"device":"\#(device)"}"#)
            }
            let unknown = try await claim(
                "01234567-89ab-7def-8123-456789abcdef", "bob-desk", "bob", "bob-secret")
            for device in ["alice1", "bob-desk"] {
                let foreign = try await claim(call.session, device, "bob", "bob-secret")
                #expect(foreign.status == 404 && unknown.status == 404 && foreign.text == unknown.text)
            }
            #expect(try await claim(call.session, "alice1", "alice1", "wrong").status == 401)
            #expect(try await claim(call.session, "alice1", "alice1", "alice1-secret").object["reply"] == "granted")
        }
    }
}
