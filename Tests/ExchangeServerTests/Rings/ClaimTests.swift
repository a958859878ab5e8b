import ExchangeServer
import NIOHTTP1
import Testing
import WireJSON

/// Who may ask for a device that rings.
@Suite(.timeLimit(.minutes(2))) struct ClaimTests {
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
}
