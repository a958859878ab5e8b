import Foundation
import Redaction
import Standins
import WireJSON

/// Telnyx and Apple's push service as stand-ins in the generator's process, and an exchange beside it that knows them.
final class RingParties {
    static let number = "+15550100002"
    static let apiToken = "token-of-the-bench"
    private static let topic = "org.example.app.voip"
    private static let pushToken = String(repeating: "ab", count: 32)

    let telnyx: TelnyxStandin
    let apns: APNsStandin
    let watch: LineWatch
    let server: ServerProcess
    private let folder: URL

    /// - Parameter webhookKey: what webhooks are signed with; nil: the stand-in sends them.
    static func start(webhookKey: String? = nil) async throws -> RingParties {
        let watch = LineWatch()
        var rules = APNsConfiguration()
        (rules.acceptsUnknownDevices, rules.deviceRate) = (true, nil)
        let telnyx = try await TelnyxStandin.start(at: StandinPlace(isPlain: true)) { watch.note($0) }
        let apns = try await APNsStandin.start(rules) { watch.note($0) }
        let parties = try RingParties(telnyx, apns, watch, webhookKey ?? telnyx.publicKey)
        _ = telnyx.control(
            "POST", "webhook",
            ["url": .string("http://127.0.0.1:\(parties.server.port)\(SignedWebhook.path)")])
        return parties
    }

    private init(_ telnyx: TelnyxStandin, _ apns: APNsStandin, _ watch: LineWatch, _ webhookKey: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-rings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (key, authority) = (folder.appendingPathComponent("key.p8"), folder.appendingPathComponent("ca.pem"))
        try apns.credential.privateKeyPEM.revealed.write(to: key, atomically: true, encoding: .utf8)
        try apns.authorityPEM.write(to: authority, atomically: true, encoding: .utf8)
        self.telnyx = telnyx
        self.apns = apns
        self.watch = watch
        server = try ServerProcess(
            configuration: """
                log-level: critical
                api-tokens: [{ name: bench, token: \(RingParties.apiToken) }]
                users:
                  - name: carol
                    devices:
                      - name: phone
                        password: secret-of-a-benchmark
                        telnyx-address: "sip:carol@sip.telnyx.com"
                        push: [{ service: apns, token: \(RingParties.pushToken), topic: \(RingParties.topic), environment: production }]
                telnyx:
                  api-key: KEYSTANDIN0123456789
                  public-key: "\(webhookKey)"
                  connection-id: "1000000000000000001"
                  from: "+15550100009"
                  address: http://127.0.0.1:\(telnyx.port)/v2
                  numbers: [{ number: "\(RingParties.number)", users: [carol], voicemail: false }]
                push:
                  apns:
                    - team: \(apns.credential.teamID)
                      key-id: \(apns.credential.keyID)
                      key-file: \(key.path)
                      topics: [\(RingParties.topic)]
                      host: localhost
                      port: \(apns.port)
                      trusted-certificates: \(authority.path)
                limits: { api-requests-per-minute: 1000000, api-requests-per-minute-of-address: 1000000 }
                """)
    }

    func stop() async {
        server.stop()
        await telnyx.stop()
        await apns.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The leg the exchange dialled last that is not over.
    var rungLeg: String? {
        let legs = (telnyx.control("GET", "legs")["legs"]?.array ?? []).compactMap(\.object)
        return legs.last { $0["direction"]?.string != "incoming" && $0["state"]?.string != "over" }?["call_control_id"]?
            .string
    }

    /// The call the newest push was about.
    var session: String? {
        let body = apns.received.last.flatMap { (try? JSONParser.parse($0.payload))?.object }
        return body?["carillon"]?.object?["session"]?.string
    }
}
