import CallModel
import Clocks
import ExchangeCarrier
import ExchangePush
import ExchangeServer
import ExchangeStorage
import PushDelivery
import PushPayload
import Redaction
import RingCore
import RingTime
import Standins
import Synchronization
import TestLog
import Testing
import WireJSON

/// An exchange with stand-ins for Telnyx and for Apple's push service, all over loopback. Of alice's two phones both have
/// a push token and a credential at Telnyx; bob's has a token only.
final class RingScene: Sendable {
    static let number = "+15550100002"
    static let topic = "org.example.app.voip"

    let server: ExchangeServer
    let telnyx: TelnyxStandin
    let apns: APNsStandin
    let clock: JumpClock
    private let configuration: ExchangeConfiguration
    let changes: ChangeSignal
    private let log: LineLog
    /// How many lines were there before this exchange began.
    private let firstLine: Int
    private let isStopped = Atomic(false)

    private init(
        _ server: ExchangeServer, _ configuration: ExchangeConfiguration, _ telnyx: TelnyxStandin,
        _ apns: APNsStandin, _ clock: JumpClock, _ changes: ChangeSignal, _ log: LineLog,
        firstLine: Int
    ) {
        self.server = server
        self.configuration = configuration
        self.telnyx = telnyx
        self.apns = apns
        self.clock = clock
        self.changes = changes
        self.log = log
        self.firstLine = firstLine
    }

    /// Keeps what the stand-ins say of each request.
    final class LineLog: Sendable {
        let lines = Mutex<[StandinLogEntry]>([])
    }

    /// Nothing came for as long as the test may take.
    struct EndlessWait: Error {
        let asked: [StandinLogEntry]
        let legs: [SceneLeg]
    }

    /// Told at once: what a test throws once its time is over is told nowhere.
    private func endlessWait() -> EndlessWait {
        let wait = EndlessWait(asked: log.lines.withLock(\.self), legs: legs)
        Issue.record(wait)
        return wait
    }

    /// Plays a scene, and leaves nothing of it.
    ///
    /// - Parameter calendar: what decides how old data is; nil: the clock.
    static func play(
        database: String? = nil, writingTo lines: LogLines? = nil, clock: JumpClock = JumpClock(),
        calendar: (any TimeSource)? = nil,
        _ change: (inout ExchangeConfiguration) throws -> Void = { _ in },
        telnyx changeTelnyx: (inout TelnyxConfiguration) -> Void = { _ in },
        _ body: (RingScene) async throws -> Void
    ) async throws {
        let (changes, log) = (ChangeSignal(), LineLog())
        let note: @Sendable (StandinLogEntry) -> Void = { line in
            log.lines.withLock { $0.append(line) }
            changes.signal()
        }
        var shape = TelnyxConfiguration()
        // Where the time stands, next to none passes at Telnyx either, however busy the machine is.
        let telnyxClock = StandinClock(scale: clock.isStanding ? 0.001 : 1)
        shape.playbackTime = .milliseconds(20) * telnyxClock.scale
        shape.recordingTime = .milliseconds(20) * telnyxClock.scale
        shape.firstCommandLimit = .seconds(3_000)  // However busy the machine is.
        changeTelnyx(&shape)
        let telnyx = try await TelnyxStandin.start(
            shape, at: StandinAddress(isPlain: true), clock: telnyxClock, onLine: note,
            onDelivery: { _ in changes.signal() })
        var rules = APNsConfiguration()
        rules.acceptsUnknownDevices = true
        rules.deviceRate = nil
        let apns = try await APNsStandin.start(rules, onLine: note)
        var configuration = try configuration(telnyx, apns)
        configuration.databasePath = database
        try change(&configuration)
        let scene = try await start(
            configuration, telnyx, apns, clock, changes, log, calendar: calendar, writingTo: lines)
        let result = await Result(awaiting: { try await body(scene) })
        await scene.stop()
        await telnyx.stop()
        await apns.stop()
        try result.get()
    }

    private static func start(
        _ configuration: ExchangeConfiguration, _ telnyx: TelnyxStandin, _ apns: APNsStandin, _ clock: JumpClock,
        _ changes: ChangeSignal, _ log: LineLog, calendar: (any TimeSource)? = nil, writingTo lines: LogLines? = nil
    ) async throws -> RingScene {
        let firstLine = log.lines.withLock(\.count)
        let server = try await ExchangeServer.start(
            configuration, trace: lines, logger: lines?.logger ?? TestLog.logger, calendarClock: clock,
            pushClock: clock.pushes,
            time: calendar ?? clock,
            passwordWork: .leastCost, changes: changes)
        _ = telnyx.control("POST", "webhook", ["url": .string("http://127.0.0.1:\(server.port)/webhooks/telnyx")])
        return RingScene(server, configuration, telnyx, apns, clock, changes, log, firstLine: firstLine)
    }

    /// The exchange dies as it is, and the next one takes its place beside the same Telnyx: it has only the content of
    /// the files at that moment.
    ///
    /// - Parameters:
    ///   - meanwhile: what happens while there is none.
    ///   - change: what else was in the file.
    func succeeded(
        in folder: Scratch, meanwhile: () -> Void = {}, with change: (ExchangeDatabase) async throws -> Void = { _ in },
        by body: (RingScene) async throws -> Void
    ) async throws {
        var configuration = configuration
        let image = try folder.crashImage()
        configuration.databasePath = image
        await stop()
        let database = try ExchangeServer.database(at: image)
        try await change(database)
        try database.close()
        meanwhile()
        let next = try await Self.start(configuration, telnyx, apns, clock, changes, log)
        let result = await Result(awaiting: { try await body(next) })
        await next.stop()
        try result.get()
    }

    private func stop() async {
        guard !isStopped.exchange(true, ordering: .relaxed) else { return }
        await server.stop()
    }

    private static func configuration(
        _ telnyx: TelnyxStandin, _ apns: APNsStandin
    ) throws -> ExchangeConfiguration {
        var configuration = try TestExchange.configuration()
        configuration.users[0].devices = try (1...2).map { number in
            var device = DeviceEntry(
                name: "phone\(number)", login: "alice\(number)", password: .plain(Redacted("alice\(number)-secret")))
            device.telnyxAddress = Redacted(address(of: "alice\(number)"))
            device.pushTokens = [try token("alice\(number)")]
            return device
        }
        configuration.users[1].devices[0].pushTokens = [try token("bob-phone")]
        let key: Redacted<String> = "KEYSTANDIN0123456789"
        var settings = TelnyxSettings(
            key: key, webhookKey: telnyx.publicKey, connection: "1000000000000000001", from: "+15550100009",
            stateKey: TelnyxSettings.stateKey(from: key))
        settings.address = "http://127.0.0.1:\(telnyx.port)/v2"
        // A busy machine replies late, and tests count requests; some lose each reply, and wait as long for it.
        settings.replyWait = .seconds(3)
        configuration.telnyx = TelnyxAccount(
            settings, numbers: [CalledNumber(Redacted(number), users: ["alice"], organization: "acme")])
        configuration.telnyx?.deletionGrace = grace
        let endpoint = ServiceEndpoint(host: "localhost", port: apns.port, trustedPEM: apns.authorityPEM)
        configuration.push = PushConfiguration(apns: [
            APNsAccount(
                teamID: apns.credential.teamID, keyID: apns.credential.keyID,
                privateKeyPEM: apns.credential.privateKeyPEM, topics: [topic],
                endpoints: [.production: endpoint, .sandbox: endpoint])
        ])
        return configuration
    }

    static func address(of device: String) -> String { "sip:\(device)@sip.telnyx.com" }

    /// A push token that tells the device, in hexadecimal, as long as Apple's are.
    static func tokenText(_ device: String) -> String {
        let digits = device.utf8.map { String($0, radix: 16) }.joined()
        return digits + String(repeating: "0", count: 64 - digits.count)
    }

    static func token(_ device: String) throws -> DeviceToken {
        try DeviceToken(
            tokenText(device), at: .apns(topic: topic, .production),
            registeredAt: WallTime(milliseconds: 1_700_000_000_000))
    }

    // MARK: - Looking

    /// What a look finds, as soon as it finds something. Looks again whenever something has changed at the exchange, or a
    /// stand-in was asked or told something.
    func until<Found>(
        isolation: isolated (any Actor)? = #isolation, _ look: () async throws -> Found?
    ) async throws -> Found {
        while true {
            let seen = changes.count
            if let found = try await look() { return found }
            await changes.wait(after: seen)
            if Task.isCancelled { throw endlessWait() }
        }
    }

    /// Requests of this exchange at Telnyx so far whose path contains a word; none of the exchange it succeeded.
    func asked(_ word: String) -> [StandinLogEntry] {
        log.lines.withLock { $0.dropFirst(firstLine).filter { $0.party == .telnyx && $0.path.contains(word) } }
    }

    /// Pushes once there are so many.
    func pushes(_ count: Int) async throws -> [RungPush] {
        try await until { apns.received.count >= count ? apns.received.compactMap { RungPush($0) } : nil }
    }

    /// What the exchange says of a call, as soon as it is so.
    func status(of session: String, _ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        try await until {
            let reply = try await TestHTTP.ask(
                server, "/api/voip/call-status/\(session)", authorization: TestHTTP.bearer(TestExchange.token))
            return reply.status == 200 && isSo(reply.object) ? reply.object : nil
        }
    }

    // MARK: - Legs at Telnyx

    var legs: [SceneLeg] {
        (telnyx.control("GET", "legs")["legs"]?.array ?? []).compactMap { $0.object.map { SceneLeg($0) } }
    }

    /// Legs the exchange has dialed, once there are so many.
    func rungLegs(_ count: Int) async throws -> [SceneLeg] {
        try await until {
            let rung = legs.filter { !$0.isIncoming }
            return rung.count >= count ? rung : nil
        }
    }

    /// Something happens at the far side of a leg.
    func act(_ action: String, on leg: String, _ body: JSONObject = [:]) {
        _ = telnyx.control("POST", "legs/\(leg)/\(action)", body)
        changes.signal()
    }
}
