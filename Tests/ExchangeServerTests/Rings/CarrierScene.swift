import CallModel
import ExchangeCarrier
import ExchangeServer
import NIOHTTP1
import Redaction
import Standins
import Testing
import WireJSON

/// Scenes in which alice has no device but those she signs in on, and Telnyx makes what they register with.
enum CarrierScene {
    static let connection = "1000000000000000002"
    /// A number of another organization.
    static let otherNumber = "+15550100003"
    private static let operatorToken = TestHTTP.bearer(TestExchange.token)

    static func play(
        database: String? = nil, writingTo lines: LogLines? = nil, refusesDead: Bool = false,
        _ change: (inout ExchangeConfiguration) throws -> Void = { _ in },
        _ body: (RingScene) async throws -> Void
    ) async throws {
        try await RingScene.play(database: database, writingTo: lines) { configuration in
            configuration.users[0].devices = []
            configuration.telnyx?.settings.credentialConnection = connection
            configuration.telnyx?.numbers.append(
                CalledNumber("+15550100003", users: ["alice"], organization: "other"))
            try change(&configuration)
        } telnyx: {
            $0.credentialConnectionID = connection
            $0.switches.refusesDeadCredentials = refusesDead
        } _: { scene in
            try await body(scene)
        }
    }

    /// Alice and bob are in these organizations.
    static func makeOrganizations(_ scene: RingScene, _ ids: String...) async throws {
        for id in ids {
            let made = try await TestHTTP.ask(
                scene.server, .POST, "/api/organizations", authorization: operatorToken,
                body: #"{"id":"\#(id)","name":"Org \#(id)","owner":"bob"}"#)
            let joined = try await TestHTTP.ask(
                scene.server, .PUT, "/api/organizations/\(id)/members/alice", authorization: operatorToken,
                body: #"{"role":"member"}"#)
            try #require(made.status == 201 && joined.status == 200)
        }
    }
}

/// A credential as the stand-in for Telnyx shows it.
struct SceneCredential: Hashable, Sendable {
    let id: String
    let name: String
    let username: String

    init?(_ value: JSONValue) {
        guard let object = value.object, let id = object["id"]?.string, let name = object["name"]?.string,
            let username = object["sip_username"]?.string
        else { return nil }
        self.id = id
        self.name = name
        self.username = username
    }

    var address: String { "sip:\(username)@sip.telnyx.com" }

    /// Whether it was made for a device in an organization.
    func isOf(_ device: String, _ organization: String) -> Bool { name.hasPrefix("\(device)/\(organization)/") }
}

extension RingScene {
    var credentials: [SceneCredential] {
        (telnyx.control("GET", "credentials")["credentials"]?.array ?? []).compactMap { SceneCredential($0) }
    }

    /// Those at Telnyx once there are so many.
    func credentials(_ count: Int) async throws -> [SceneCredential] {
        try await until {
            let all = credentials
            return all.count == count ? all : nil
        }
    }

    /// The token of a device, as soon as it gets one: its credential is there from then on, and the exchange knows it.
    func token(_ client: AccountClient, in organization: String? = nil) async throws -> JSONObject {
        let body = organization.map { #"{"organization_id":"\#($0)"}"# } ?? "{}"
        var reply: TestHTTP.Reply
        repeat {
            // Another try has a point when there is another credential, and then only.
            let issued = try await figure("carillon_carrier_credentials_total", "issued")
            reply = try await client.ask(.POST, "/api/voip/carrier-token", body)
            if reply.status == 503 {
                try await figure("carillon_carrier_credentials_total", "issued", reaches: issued + 1)
            }
        } while reply.status == 503
        guard reply.status == 201 else { throw TestFailure(description: "\(reply.status) \(reply.text)") }
        return reply.object
    }

    /// The address of a device, once it has a token.
    func address(of client: AccountClient, in organization: String? = nil) async throws -> String {
        "sip:\(try await token(client, in: organization)["sip_username"]?.string ?? "")@sip.telnyx.com"
    }

    /// A call comes in; what the exchange calls it.
    func callIn(to number: String = RingScene.number) async throws -> (caller: String, session: String) {
        let known = Set(try await sessions())
        let caller = telnyx.callIn(from: "+15550100001", to: number)
        let session = try await until { try await sessions().first { !known.contains($0) } }
        return (caller, session)
    }

    private func sessions() async throws -> [String] {
        try await history(of: TestHTTP.bearer(TestExchange.token)).compactMap { $0["call_session_id"]?.string }
    }

    /// Addresses that were dialed so far.
    var dialed: [String] { legs.filter { !$0.isIncoming }.map(\.to) }

    /// A caller hangs up, and nothing of the call is left.
    ///
    /// - Parameter messages: as many callers, this one included, have been recorded before.
    func hangUp(_ call: (caller: String, session: String), afterMessages messages: Int = 0) async throws {
        _ = try await until { asked("actions/record_start").count { $0.status == 200 } >= messages ? true : nil }
        act("hangup", on: call.caller)
        _ = try await status(of: call.session) { $0["state"]?.string == "ended" }
        _ = try await until { legs.allSatisfy { $0.state == "over" } ? true : nil }
    }

    /// What became of each device that was to ring, once the call is at a stage.
    func reasons(of session: String, at stage: String) async throws -> [String] {
        let status = try await status(of: session) { $0["state"]?.string == stage }
        return (status["devices"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
    }
}
