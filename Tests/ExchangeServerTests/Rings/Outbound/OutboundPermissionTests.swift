import CallModel
import ExchangeCore
import ExchangeServer
import NIOHTTP1
import Redaction
import Standins
import Testing
import WireJSON

/// What may be called, and by whom: held against the whole exchange.
@Suite(.timeLimit(.minutes(5))) struct OutboundPermissionTests {
    private static let operators = TestHTTP.bearer(TestExchange.token)

    /// A call that may not be: no leg is dialed, the caller is turned away, and finds why in the history.
    private func expectRefusal(
        _ refusal: String, _ scene: RingScene, dialing number: String,
        from address: String = RingScene.address(of: "alice1"), _ location: SourceLocation = #_sourceLocation
    ) async throws {
        let call = try await scene.callsOut(number, from: address)
        let ended = try await scene.status(of: call.session) { $0["state"]?.string == "ended" }
        #expect(ended["refusal"]?.string == refusal && ended["outcome"] == "refused", sourceLocation: location)
        #expect(ended["ending"]?.object?["sip_reason"]?.string?.isEmpty == false, sourceLocation: location)
        try await scene.everyLegIsOver()
        #expect(scene.dialCount == 0 && scene.asked("actions/reject").count >= 1, sourceLocation: location)
    }

    @Test func `an exchange that is not told to makes no calls out`() async throws {
        try await RingScene.play { scene in
            try await expectRefusal("notConfigured", scene, dialing: OutboundScene.callee)
            let own = try #require(try await scene.history(of: RingScene.basicOfAlice).first)
            #expect(own["refusal"] == "notConfigured" && own["called_number"]?.string == OutboundScene.callee)
        }
    }

    @Test(arguments: ["911", "112", "sip:999@sip.telnyx.com", "+1 911"])
    func `an emergency number is refused with that reason, unless the operator routes it`(number: String) async throws {
        try await OutboundScene.play {
            $0.country = "1"
        } _: { scene in
            try await expectRefusal("emergency", scene, dialing: number)
        }
    }

    @Test func `a routed emergency number is dialed as it is, however many calls its caller is in`() async throws {
        try await OutboundScene.play {
            $0.emergency = .routed
            $0.callsAtOnce = 1
            $0.organizations = []
        } _: { scene in
            for count in 1...2 {
                _ = scene.dials("911")
                let leg = try await scene.dialedOut(count)
                #expect(leg.to == "911" && leg.from == RingScene.number)
            }
            try await scene.figure("carillon_outbound_calls_total", "permittedEmergency", reaches: 2)
        }
    }

    @Test func `the longest beginning decides whether a number may be called`() async throws {
        try await OutboundScene.play {
            $0.allowed = ["+1", "+44", "+449"]
            $0.forbidden = ["+1900", "+449"]
        } _: { scene in
            for number in ["+19005550100", "+4490000000", "+33140000000"] {
                try await expectRefusal("forbiddenNumber", scene, dialing: number)
            }
            _ = scene.dials("+442071838750")
            #expect(try await scene.dialedOut().to == "+442071838750")
        }
    }

    @Test(arguments: ["bob", "5550100", "+0123456789", "*67", "sip:bob@sip.telnyx.com"])
    func `a text that is no public number is called nowhere`(text: String) async throws {
        try await OutboundScene.play { scene in
            try await expectRefusal("notPublicNumber", scene, dialing: text)
        }
    }

    @Test func `an organisation that makes no calls out is told so`() async throws {
        try await OutboundScene.play {
            $0.organizations = ["other"]
        } _: { scene in
            try await expectRefusal("organizationMayNot", scene, dialing: OutboundScene.callee)
        }
    }

    @Test func `a user places no more calls than one may be in`() async throws {
        try await OutboundScene.play {
            $0.callsAtOnce = 1
        } _: { scene in
            let first = try await scene.callsOut()
            let leg = try await scene.dialedOut()
            let second = try await scene.callsOut("+15550106666")
            let ended = try await scene.status(of: second.session) { $0["state"]?.string == "ended" }
            #expect(ended["refusal"] == "tooManyCalls" && scene.dialCount == 1)
            scene.act("hangup", on: first.caller)
            _ = try await scene.until { scene.legs.first { $0.id == leg.id && $0.state == "over" } }
            try await scene.figure("carillon_outbound_calls_total", "tooManyCalls", reaches: 1)
        }
    }

    @Test func `a member calls for the organisation of the credential, and no more once they have left it`()
        async throws
    {
        try await CarrierScene.play {
            $0.calling.outbound = OutboundPolicy()
        } _: { scene in
            try await CarrierScene.makeOrganizations(scene, "acme", "other")
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let acme = try await scene.address(of: phone, in: "acme")
            let other = try await scene.address(of: phone, in: "other")
            let first = try await scene.callsOut(from: acme)
            #expect(try await scene.dialedOut().from == RingScene.number)
            #expect(try await scene.status(of: first.session) { _ in true }["organization_id"] == "acme")
            let second = try await scene.callsOut(from: other)
            #expect(try await scene.dialedOut(2).from == CarrierScene.otherNumber)
            #expect(try await scene.status(of: second.session) { _ in true }["organization_id"] == "other")
            let left = try await TestHTTP.ask(
                scene.server, .DELETE, "/api/organizations/other/members/alice", authorization: Self.operators)
            #expect(left.status == 204)
            let third = scene.dials(from: other)
            _ = try await scene.until { scene.legs.first { $0.id == third && $0.state == "over" } }
            #expect(scene.dialCount == 2, "the credential went with the membership")
        }
    }

    @Test func `a phone that is logged out ends its call`() async throws {
        try await CarrierScene.play {
            $0.calling.outbound = OutboundPolicy()
        } _: { scene in
            try await CarrierScene.makeOrganizations(scene, "acme")
            let phone = try await AccountClient.logIn(scene.server, as: "alice")
            let call = try await scene.callsOut(from: try await scene.address(of: phone, in: "acme"))
            scene.act("answer", on: try await scene.dialedOut().id)
            _ = try await scene.status(of: call.session) { $0["state"]?.string == "active" }
            #expect(try await phone.ask(.POST, "/api/auth/logout").status == 204)
            #expect(try await scene.end(of: call.session)["outcome"] == "endedByOperator")
            try await scene.everyLegIsOver()
        }
    }

    @Test func `which numbers members may show is changed through the API`() async throws {
        try await OutboundScene.play { scene in
            let made = try await TestHTTP.ask(
                scene.server, .POST, "/api/numbers", authorization: Self.operators,
                body: #"{"number":"+15550100020","carrier":"telnyx","users":["bob"],"organization":"acme"}"#)
            #expect(made.status == 201 && made.object["caller_id"] == true)
            let first = try await scene.callsOut(showing: "+15550100020")
            #expect(try await scene.dialedOut().from == "+15550100020")
            scene.act("hangup", on: first.caller)
            let changed = try await TestHTTP.ask(
                scene.server, .PUT, "/api/numbers/+15550100020", authorization: Self.operators,
                body: #"{"users":["bob"],"organization":"acme","caller_id":false}"#)
            #expect(changed.status == 200 && changed.object["caller_id"] == false)
            let second = try await scene.callsOut(showing: "+15550100020")
            let ended = try await scene.status(of: second.session) { $0["state"]?.string == "ended" }
            #expect(ended["refusal"] == "callerIDNotAllowed" && scene.dialCount == 1)
        }
    }

    // MARK: - At the gateway

    @Test(arguments: ["+15550107777", "sip:+442071838750@example.com"])
    func `a public number dialed at the gateway ends with the word that it goes over the carrier`(
        number: String
    ) async throws {
        try await Scene.withPhones(.telnyx) { alice, _ in
            _ = try await alice.dial(number, callID: "c", .telnyx)
            let bye = try await alice.told("telnyx_rtc.bye")
            #expect(bye["causeCode"] == 3 && bye["cause"] == "NO_ROUTE_DESTINATION")
            #expect(bye["sipCode"] == 404 && bye["sipReason"] == "Public Numbers Go Over The Carrier")
        }
    }

    @Test(arguments: ["911", "110", "sip:112@example.com"])
    func `an emergency number dialed at the gateway ends with that word`(number: String) async throws {
        try await Scene.withPhones(.telnyx) { alice, _ in
            _ = try await alice.dial(number, callID: "c", .telnyx)
            let bye = try await alice.told("telnyx_rtc.bye")
            #expect(bye["causeCode"] == 52 && bye["sipCode"] == 403)
            #expect(bye["sipReason"]?.string == OutboundRefusal.emergency.text)
        }
    }
}
