import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// Who may ask for a device that rings.
@Suite(.timeLimit(.minutes(5))) struct ClaimTests {
    @Test func `a session asks for its own device, and for no other of the user`() async throws {
        try await CarrierScene.play { scene in
            let phone = try await AccountClient.logIn(scene.server, as: "alice", installation: "first-installation")
            let other = try await AccountClient.logIn(scene.server, as: "alice", installation: "other-installation")
            _ = try await scene.token(phone)
            _ = try await scene.token(other)
            let call = try await scene.callIn()
            _ = try await scene.rungLegs(2)
            func ask(
                _ client: AccountClient, _ request: String, for device: String, in session: String? = nil
            ) async throws -> TestHTTP.Reply {
                try await client.ask(
                    .POST, "/api/calls/\(session ?? call.session)/claim",
                    #"{"device":"\#(device)","request":"\#(request)"}"#)
            }
            let unknown = try await ask(
                other, "claim", for: other.device, in: "01234567-89ab-7def-8123-456789abcdef")
            for request in ["claim", "decline-everywhere"] {
                let foreign = try await ask(other, request, for: phone.device)
                #expect(foreign.status == 404 && foreign.text == unknown.text)
            }
            #expect(try await ask(phone, "claim", for: phone.device).object["reply"] == "granted")
            try await scene.hangUp(call)
        }
    }

    @Test func `a device whose app has begun anew while it rang is dialed anew, once`() async throws {
        try await RingScene.play { _ in
        } _: { scene in
            let (caller, session, rung) = try await scene.ringing()
            func ready(_ process: String) async throws -> TestHTTP.Reply {
                try await TestHTTP.ask(
                    scene.server, .POST, "/api/calls/\(session)/claim",
                    authorization: TestHTTP.basic("alice", "alice-secret"),
                    body: #"{"device":"alice2","request":"ready","process":"\#(process)"}"#)
            }
            #expect(try await ready(String(repeating: "f", count: 65)).status == 422)
            #expect(try await ready("f00d").object["reply"] == "dialing")
            let legs = try await scene.rungLegs(3)
            let former = try #require(rung.first { $0.to == RingScene.address(of: "alice2") })
            #expect(legs.map(\.to).count { $0 == former.to } == 2)
            _ = try await scene.until { scene.legs.first { $0.id == former.id && $0.state == "over" } }
            #expect(try await ready("f00d").object["reply"] == "ringing")
            #expect(try await scene.status(of: session) { _ in true }["state"]?.string == "ringing")
            scene.act("hangup", on: caller)
        }
    }

    @Test func `a device that comes too late is told which device of the same user has the call, other users are not`()
        async throws
    {
        try await RingScene.play {
            $0.telnyx?.numbers = [
                CalledNumber(Redacted(RingScene.number), users: ["alice", "bob"], organization: "acme")
            ]
            $0.users[1].devices[0].telnyxAddress = Redacted(RingScene.address(of: "bob-phone"))
        } _: { scene in
            let (caller, session, _) = try await scene.ringing()
            let rung = try await scene.rungLegs(3)
            scene.act("answer", on: try #require(rung.first { $0.to == RingScene.address(of: "alice1") }).id)
            _ = try await scene.status(of: session) { $0["state"]?.string == "active" }
            func ask(_ path: String, _ user: String, _ body: String? = nil) async throws -> JSONObject {
                try await TestHTTP.ask(
                    scene.server, body == nil ? .GET : .POST, path,
                    authorization: TestHTTP.basic(user, "\(user)-secret"), body: body
                ).object
            }
            let claim = "/api/calls/\(session)/claim"
            let own = try await ask(claim, "alice", #"{"device":"alice2"}"#)
            #expect(own["reply"] == "taken" || own["reply"] == "over")
            #expect(own["answered_by"] == ["device": "alice1", "name": "phone1"])
            let other = try await ask(claim, "bob", #"{"device":"bob-phone"}"#)
            #expect(other["reply"] == "taken" || other["reply"] == "over")
            #expect(other["answered_by"] == nil)
            let status = "/api/voip/call-status/\(session)"
            #expect(try await ask(status, "alice")["answered_by"] == ["device": "alice1", "name": "phone1"])
            #expect(try await ask(status, "bob")["answered_by"] == nil)
            scene.act("hangup", on: caller)
        }
    }
}
