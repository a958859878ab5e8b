import Crypto
import ExchangeCarrier
import ExchangeServer
import Foundation
import NIOHTTP1
import Redaction
import RingTime
import Testing
import WireJSON

/// What comes to the address of Telnyx's webhooks, from Telnyx and from others.
@Suite(.timeLimit(.minutes(5))) struct TelnyxWebhookHandlerTests {
    private static let path = "/webhooks/telnyx"
    private static let key = Curve25519.Signing.PrivateKey()

    private static func event(_ id: String, _ type: String = "call.initiated") -> String {
        #"{"data":{"event_type":"\#(type)","id":"\#(id)","payload":{"call_control_id":"v3:\#(id)","#
            + #""direction":"incoming","from":"+15550100001","to":"+15550109999"}}}"#
    }

    private static func headers(
        _ body: String, age: Int = 0, key: Curve25519.Signing.PrivateKey = key
    ) throws -> [(String, String)] {
        let time = "\(Int(Date().timeIntervalSince1970) - age)"
        let signature = try key.signature(for: Data("\(time)|\(body)".utf8)).base64EncodedString()
        return [("telnyx-timestamp", time), ("telnyx-signature-ed25519", signature)]
    }

    private static func play(_ body: (ExchangeServer) async throws -> Void) async throws {
        try await RingScene.play { configuration in
            configuration.telnyx?.settings.webhookKey = key.publicKey.rawRepresentation.base64EncodedString()
        } _: { scene in
            try await body(scene.server)
        }
    }

    private static func outcomes(_ server: ExchangeServer) async throws -> [String: String] {
        let lines = try await TestHTTP.ask(server, "/metrics").text.split(separator: "\n")
        let pairs = lines.filter { $0.hasPrefix("carillon_webhooks_total{") }.map { line in
            let parts = line.split(separator: "\"")
            return (String(parts[1]), String(line.split(separator: " ").last ?? ""))
        }
        return Dictionary(pairs.filter { $0.1 != "0" }, uniquingKeysWith: { first, _ in first })
    }

    @Test func `a signed one is taken, and taken once`() async throws {
        try await Self.play { server async throws in
            let body = Self.event("e1")
            for _ in 0..<2 {
                let headers = try Self.headers(body)
                #expect(try await TestHTTP.post(server, Self.path, headers, body).status == 200)
            }
            #expect(try await Self.outcomes(server) == ["taken": "1", "repeated": "1"])
        }
    }

    @Test func `unsigned, forged and late ones change nothing`() async throws {
        try await Self.play { server async throws in
            let body = Self.event("e1")
            #expect(try await TestHTTP.post(server, Self.path, [], body).status == 401)
            let forged = try Self.headers(body, key: Curve25519.Signing.PrivateKey())
            #expect(try await TestHTTP.post(server, Self.path, forged, body).status == 401)
            let headers = try Self.headers(body)
            #expect(try await TestHTTP.post(server, Self.path, headers, body + " ").status == 401, "one byte more")
            let late = try Self.headers(body, age: 301)
            #expect(try await TestHTTP.post(server, Self.path, late, body).status == 400)
            #expect(try await Self.outcomes(server) == ["unsigned": "1", "forged": "2", "late": "1"])
            // Had one of them left anything behind, this would be a repetition.
            #expect(try await TestHTTP.post(server, Self.path, headers, body).status == 200)
            #expect(try await Self.outcomes(server)["taken"] == "1")
        }
    }

    @Test func `scenario 78: a clock that is wrong is an alarm, once a minute however many webhooks show it`()
        async throws
    {
        let log = LogLines()
        try await RingScene.play(writingTo: log, clock: JumpClock(isStanding: true)) { configuration in
            configuration.telnyx?.settings.webhookKey = Self.key.publicKey.rawRepresentation.base64EncodedString()
        } _: { scene in
            func post(_ body: String, _ headers: [(String, String)]) async throws -> Int {
                try await TestHTTP.post(scene.server, Self.path, headers, body).status
            }
            func alarms() async throws -> String? {
                let lines = try await TestHTTP.ask(scene.server, "/metrics").text.split(separator: "\n")
                return lines.first { $0.hasPrefix("carillon_ring_alarms_total ") }?.split(separator: " ").last.map(
                    String.init)
            }
            let body = Self.event("e1")
            let forged = try Self.headers(body, age: 400, key: Curve25519.Signing.PrivateKey())
            #expect(try await post(body, forged) == 401)
            #expect(try await alarms() == "0", "a forger cannot raise an alarm")
            for age in [400, 401, -400] { #expect(try await post(body, Self.headers(body, age: age)) == 400) }
            #expect(try await alarms() == "1")
            scene.clock.advance(by: .seconds(60))
            #expect(try await post(body, Self.headers(body, age: 400)) == 400)
            #expect(try await alarms() == "2")
            #expect(try await Self.outcomes(scene.server)["late"] == "4")
            #expect(log.all.count { $0.contains("more than 300 s apart") } == 2)
        }
    }

    @Test func `H1: a recording that cannot be named, or is of a call that is not known, is an alarm`() async throws {
        let lines = LogLines()
        try await RingScene.play(writingTo: lines) { configuration in
            configuration.telnyx?.settings.webhookKey = Self.key.publicKey.rawRepresentation.base64EncodedString()
        } _: { (scene: RingScene) async throws -> Void in
            func saved(_ id: String, _ start: String) async throws -> Int {
                let mark = Data("\(UUID())".utf8).base64EncodedString()
                let body =
                    #"{"data":{"event_type":"call.recording.saved","id":"\#(id)","payload":{"call_control_id":"v3:x","#
                    + #""client_state":"\#(mark)","call_session_id":"their-call"\#(start)}}}"#
                return try await TestHTTP.post(scene.server, Self.path, Self.headers(body), body).status
            }
            #expect(try await saved("r1", "") == 200)
            #expect(try await Self.outcomes(scene.server) == ["unreadable": "1"])
            #expect(lines.all.contains { $0.contains("it stays at Telnyx") })
            let start = #","recording_started_at":"2024-01-01T10:00:00Z""#
            for number in 1...20 { #expect(try await saved("s\(number)", start) == 200) }
            // As many as are kept of one leg wait for a call that knows it.
            await lines.line { $0.contains("call their-call: callUnknown") }
        }
    }

    @Test func `a signed text that is no event is refused; an event that we do not need is not`() async throws {
        try await Self.play { server async throws in
            for text in ["", "{}", "[1]", "{\"data\":{\"id\":\"x\"}}"] {
                #expect(try await TestHTTP.post(server, Self.path, Self.headers(text), text).status == 400)
            }
            let unused = Self.event("e2", "call.cost")
            #expect(try await TestHTTP.post(server, Self.path, Self.headers(unused), unused).status == 200)
            #expect(try await Self.outcomes(server) == ["malformed": "4", "unused": "1"])
        }
    }

    @Test(arguments: InjectionTests.payloads)
    func `whatever a signed one says in its texts, it is answered, and the store is whole`(_ payload: String)
        async throws
    {
        let types = ["initiated", "answered", "bridged", "hangup", "recording.saved", "playback.ended", "gather.ended"]
        let texts = [
            "call_control_id", "call_leg_id", "call_session_id", "client_state", "connection_id", "direction", "digits",
            "from", "hangup_cause", "hangup_source", "recording_id", "recording_started_at", "state", "status", "to",
        ]
        let token = TestHTTP.bearer(TestExchange.token)
        try await Self.play { server async throws in
            let made = try await TestHTTP.ask(
                server, .POST, "/api/organizations", authorization: token,
                body: #"{"id":"made","name":"Made","owner":"alice"}"#)
            #expect(made.status == 201)
            func answer(_ type: String, _ id: String, _ said: JSONObject) async throws -> Int {
                var told: JSONObject = [
                    "call_control_id": "v3:known", "direction": "incoming", "from": "+15550100001",
                    "to": .string(RingScene.number),
                ]
                for member in said.members { told[member.key] = member.value }
                let data: JSONObject = ["event_type": .string(type), "id": .string(id), "payload": .object(told)]
                let body = JSONObject([("data", .object(data))]).jsonText
                return try await TestHTTP.post(server, Self.path, Self.headers(body), body).status
            }
            for type in types {
                for text in texts {
                    let status = try await answer("call.\(type)", "\(type) \(text)", [text: .string(payload)])
                    #expect([200, 400].contains(status), "\(type), \(text)")
                }
                #expect(try await answer("call.\(type)", "\(type) \(payload)", [:]) == 200)
            }
            #expect([200, 400].contains(try await answer(payload, "of a kind of its own", [:])))
            for things in ["organizations", "users", "calls"] {
                let found = try await TestHTTP.ask(server, "/api/\(things)", authorization: token)
                #expect(found.status == 200 && found.object[things]?.array?.isEmpty == false, "\(things)")
            }
        }
    }

    @Test func `a body beyond the limit is refused before it is read to its end`() async throws {
        try await Self.play { server async throws in
            let body = String(repeating: " ", count: 64 * 1024 + 1)
            #expect(try await TestHTTP.post(server, Self.path, Self.headers(body), body).status == 413)
            #expect(try await Self.outcomes(server) == ["too_large": "1"])
        }
    }

    @Test func `without a carrier there is no such address`() async throws {
        try await TestExchange.run { server async throws -> Void in
            let body = Self.event("e1")
            #expect(try await TestHTTP.post(server, Self.path, Self.headers(body), body).status == 404)
        }
    }
}
