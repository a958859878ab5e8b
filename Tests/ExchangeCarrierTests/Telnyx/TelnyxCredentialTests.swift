import Accounts
import CallModel
import ExchangeCarrier
import Redaction
import RingCore
import Standins
import Testing
import WireJSON

/// Credentials of devices at Telnyx, over loopback to its stand-in.
@Suite(.timeLimit(.minutes(5))) struct TelnyxCredentialTests {
    private struct NoDestinations: TelnyxDestinations {
        func destination(
            of device: DeviceID, in organization: OrganizationID, session: CallSessionID
        ) async -> TelnyxDestination? { nil }
    }

    private static let connection = "1000000000000000002"

    private static func run(
        connection: String? = connection, key: Redacted<String> = "KEYSTANDIN0123456789",
        _ body: (TelnyxCarrier, TelnyxStandin) async throws -> Void
    ) async throws {
        var shape = TelnyxConfiguration()
        shape.credentialConnectionID = Self.connection
        let telnyx = try await TelnyxStandin.start(shape, at: StandinAddress(isPlain: true))
        var settings = TelnyxSettings(
            key: key, webhookKey: telnyx.publicKey, connection: "1000000000000000001", from: "+15550100",
            stateKey: Redacted(Array(0..<32)))
        settings.address = "http://127.0.0.1:\(telnyx.port)/v2"
        settings.credentialConnection = connection
        settings.replyWait = .seconds(240)  // However busy the machine is: no reply is lost here.
        let carrier = try TelnyxCarrier(settings: settings, destinations: NoDestinations())
        do {
            try await body(carrier, telnyx)
        } catch {
            await carrier.stop()
            await telnyx.stop()
            throw error
        }
        await carrier.stop()
        await telnyx.stop()
    }

    private static func end(_ telnyx: TelnyxStandin, in seconds: Int64) -> Int64 {
        (telnyx.clock.now.components.seconds + seconds) * 1_000_000
    }

    @Test func `one is made, found by our name, alive, good for tokens, and deleted`() async throws {
        try await Self.run { carrier, telnyx in
            let made = try await carrier.issue(named: "d1/acme/7", expiresAt: Self.end(telnyx, in: 3_600))
            #expect(made.username.hasPrefix("gencred"))
            #expect(try await carrier.find(named: "d1/acme/7") == made)
            #expect(try await carrier.find(named: "d1/acme") == nil)
            #expect(try await carrier.isAlive(made))
            let token = try await carrier.token(of: made)
            #expect(token.revealed.split(separator: ".").count == 3)
            #expect("\(token)" != token.revealed, "not to be logged")
            try await carrier.delete(made)
            #expect(try await carrier.find(named: "d1/acme/7") == nil)
            #expect(try await carrier.isAlive(made) == false)
            try await carrier.delete(made)
            await #expect(throws: CredentialIssuerError.missing) { _ = try await carrier.token(of: made) }
        }
    }

    @Test func `one that has ended is not alive and gives no token`() async throws {
        try await Self.run { carrier, telnyx in
            let made = try await carrier.issue(named: "d1//7", expiresAt: Self.end(telnyx, in: 60))
            telnyx.clock.advance(by: .seconds(61))
            #expect(try await carrier.isAlive(made) == false)
            await #expect(throws: CredentialIssuerError.missing) { _ = try await carrier.token(of: made) }
        }
    }

    @Test func `making is never repeated blindly; everything else is`() async throws {
        try await Self.run { carrier, telnyx in
            let end = Self.end(telnyx, in: 3_600)
            telnyx.plan(HTTPFault(.cutConnection(isProcessed: true), path: "/v2/telephony_credentials"))
            await #expect(throws: CredentialIssuerError.unavailable) {
                _ = try await carrier.issue(named: "d1/acme/7", expiresAt: end)
            }
            let found = try #require(try await carrier.find(named: "d1/acme/7"))
            let all = telnyx.control("GET", "credentials")["credentials"]?.array
            #expect(all?.count == 1)
            telnyx.plan(HTTPFault(.refuse(status: 503), count: 3))
            _ = try await carrier.token(of: found)
            telnyx.plan(HTTPFault(.refuse(status: 503), count: 3))
            try await carrier.delete(found)
        }
    }

    @Test func `a refusal, a pause and an outage are told apart`() async throws {
        try await Self.run { carrier, telnyx in
            let end = Self.end(telnyx, in: 3_600)
            telnyx.plan(HTTPFault(.refuse(status: 429)))
            await #expect(throws: CredentialIssuerError.rateLimited(.seconds(1))) {
                _ = try await carrier.issue(named: "a", expiresAt: end)
            }
            telnyx.plan(HTTPFault(.refuse(status: 503)))
            await #expect(throws: CredentialIssuerError.unavailable) {
                _ = try await carrier.issue(named: "a", expiresAt: end)
            }
            await #expect(throws: CredentialIssuerError.refused(422)) {
                _ = try await carrier.issue(named: "a", expiresAt: 1_000_000)
            }
        }
        try await Self.run(key: "another") { carrier, telnyx in
            await #expect(throws: CredentialIssuerError.refused(401)) { _ = try await carrier.find(named: "a") }
        }
        try await Self.run(connection: "unknown") { carrier, telnyx in
            let end = Self.end(telnyx, in: 3_600)
            await #expect(throws: CredentialIssuerError.refused(422)) {
                _ = try await carrier.issue(named: "a", expiresAt: end)
            }
        }
    }

    @Test(arguments: [
        "", "one.two", "one.two.three.four", "one..three", "one.two.thr ee", "one.two.{}", "<html></html>",
    ])
    func `a text that is no token is not handed on as one`(_ text: String) {
        #expect(TelnyxCredentials.token(in: Array(text.utf8)) == nil)
    }

    @Test(arguments: ["", "gen cred", "gencred@elsewhere", "gencred;x=y", "gencréd"])
    func `a user that would change the address is none`(_ username: String) {
        let body: JSONValue = ["data": ["id": "1", "sip_username": .string(username)]]
        #expect(TelnyxCredentials.handle(in: JSONWriter.bytes(of: body)) == nil)
    }
}
