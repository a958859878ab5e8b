import Foundation
import NIOCore
import Redaction
import Standins
import Synchronization
import WireJSON

/// Stand-ins for Telnyx and Apple's push service in the generator's process, and an exchange in another process that
/// uses them.
final class RingParties {
    static let number = "+15550100002"
    static let apiToken = "token-of-the-bench"
    private static let topic = "org.example.app.voip"
    private static let pushToken = String(repeating: "ab", count: 32)

    let telnyx: TelnyxStandin
    let apns: APNsStandin
    let watch: CarrierLineLog
    let server: ServerProcess
    private let folder: URL

    /// - Parameter webhookKey: the public key of the webhooks' signer; nil if the stand-in sends them.
    static func start(webhookKey: String? = nil) async throws -> RingParties {
        let watch = CarrierLineLog()
        var rules = APNsConfiguration()
        (rules.acceptsUnknownDevices, rules.deviceRate) = (true, nil)
        let telnyx = try await TelnyxStandin.start(at: StandinAddress(isPlain: true)) { watch.note($0) }
        let apns = try await APNsStandin.start(rules) { watch.note($0) }
        let parties = try RingParties(telnyx, apns, watch, webhookKey ?? telnyx.publicKey)
        _ = telnyx.control(
            "POST", "webhook",
            ["url": .string("http://127.0.0.1:\(parties.server.port)\(SignedWebhook.path)")])
        return parties
    }

    private init(_ telnyx: TelnyxStandin, _ apns: APNsStandin, _ watch: CarrierLineLog, _ webhookKey: String) throws {
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

    /// The leg that the exchange dialed last and that is still up.
    var rungLeg: String? {
        let legs = (telnyx.control("GET", "legs")["legs"]?.array ?? []).compactMap(\.object)
        return legs.last { $0["direction"]?.string != "incoming" && $0["state"]?.string != "over" }?["call_control_id"]?
            .string
    }

    /// The session named in the newest push.
    var session: String? {
        let body = apns.received.last.flatMap { (try? JSONParser.parse($0.payload))?.object }
        return body?["carillon"]?.object?["session"]?.string
    }
}

/// The requests that stand-ins received, with the time of each. The time is taken when the request is handled, however
/// late it is read.
final class CarrierLineLog: Sendable {
    struct Seen: Sendable {
        var party: StandinKind
        var path: String
        var moment: BenchMoment
        var at: ContinuousClock.Instant { moment.at }
    }

    private let seen = Mutex<[Seen]>([])
    private let worked = Mutex<@Sendable () -> Duration>({ .zero })

    /// - Parameter worked: returns for how long stand-ins have been at work; it is noted with every later request.
    func count(_ worked: @escaping @Sendable () -> Duration) { self.worked.withLock { $0 = worked } }

    /// The present moment.
    var moment: BenchMoment { BenchMoment(at: .now, worked: worked.withLock { $0 }()) }

    func note(_ line: StandinLogEntry) {
        let entry = Seen(party: line.party, path: line.path, moment: moment)
        if (200..<300).contains(line.status) { seen.withLock { $0.append(entry) } }
    }

    func forget() { seen.withLock { $0.removeAll() } }

    /// Waits for the first such request since `forget`, for up to a minute.
    ///
    /// - Throws: `BenchError` when none arrives.
    func first(_ party: StandinKind, _ word: String) async throws -> ContinuousClock.Instant {
        let deadline = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < deadline {
            if let found = seenFirst(party, word) { return found.at }
            try await Task.sleep(for: .milliseconds(1))
        }
        throw BenchError("the exchange did not ask \(party.rawValue) for \(word)")
    }

    /// The first such request since `forget`, if it has arrived.
    func seenFirst(_ party: StandinKind, _ word: String) -> BenchMoment? {
        seen.withLock { $0.first { $0.party == party && $0.path.hasSuffix(word) }?.moment }
    }
}

/// A moment, and the stand-ins' total working time up to it.
struct BenchMoment: Sendable {
    var at: ContinuousClock.Instant
    var worked: Duration

    /// The time to another moment, and the stand-ins' working time in it.
    func duration(to other: BenchMoment) -> (whole: Duration, standins: Duration) {
        (at.duration(to: other.at), other.worked - worked)
    }
}

/// A signed webhook about a call, as Telnyx posts it.
enum SignedWebhook {
    static let path = "/webhooks/telnyx"

    /// A webhook about incoming call `number` to an unassigned public number.
    static func request(_ number: Int, by signer: TelnyxSigner) -> ByteBuffer {
        let (id, leg) = (DevicePool.identifier(number), "v3:bench-leg-\(number)")
        let body = Array(
            (#"{"data":{"event_type":"call.initiated","id":"\#(id)","occurred_at":"2026-11-21T12:00:00.000000Z","payload":{"#
                + #""call_control_id":"\#(leg)","call_leg_id":"\#(id)","call_session_id":"\#(id)","client_state":null,"#
                + #""connection_id":"1000000000000000001","direction":"incoming","from":"+15550100001","#
                + #""start_time":"2026-11-21T12:00:00.000000Z","state":"parked","to":"+15550109999"},"#
                + #""record_type":"event"},"meta":{"attempt":1,"delivered_to":"http://127.0.0.1/webhooks/telnyx"}}"#)
                .utf8)
        let now = Duration.microseconds(Int64(Date().timeIntervalSince1970 * 1e6))
        let headers = signer.headers(body, at: now).map { "\($0.name): \($0.value)\r\n" }.joined()
        var buffer = ByteBuffer(
            string: "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(headers)Content-Length: \(body.count)\r\n\r\n")
        buffer.writeBytes(body)
        return buffer
    }
}
