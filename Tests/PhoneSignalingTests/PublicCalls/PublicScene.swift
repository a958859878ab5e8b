import CallModel
import DeviceModel
import DeviceRuntime
import ExchangeCarrier
import ExchangeServer
import Foundation
import LivePhones
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneExchange
import PushPayload
import Redaction
import RingCore
import RingTime
import Standins
import Synchronization
import Testing
import WireJSON

/// A carrier, an exchange with numbers from there for two organizations, Apple's push service, and bob's locked iPhone, which
/// both organizations ring: nothing is scripted but the push service's way to the phone. The suites that play it are
/// serialized: each scene has sound in real time, which many at once would starve.
@MainActor
final class PublicScene {
    nonisolated static let numbers = [TestExchange.organization.rawValue: "+15550100", "bolt": "+15550200"]
    nonisolated static let caller = "+15550177"
    nonisolated static let callersTone = 440
    nonisolated static let bobsTone = 700
    /// Of another party than the first caller.
    nonisolated static let otherTone = 880
    nonisolated static let desk = "bob-desk"
    nonisolated static let deskAddress = "sip:bob-desk@sip.telnyx.com"
    nonisolated static let colleague = "alice-desk"
    nonisolated static let colleagueAddress = "sip:alice-desk@sip.telnyx.com"
    private nonisolated static let channels = "carillon"

    /// Who sent a push.
    enum Sender: CaseIterable {
        case exchange
        case carrier
    }

    /// Apple's service, as each sender has it: both sign with a token of their own.
    let services: [Sender: APNsStandin]
    private var takenCounts: [Sender: Int] = [:]
    let telnyx: TelnyxStandin
    private(set) var exchange: ExchangeServer
    let engine: NativeMediaEngine
    let phone: LivePhone
    private let kept = KeptConfiguration()
    /// Where the exchange's files are; nil: it has none.
    private let folder: URL?
    /// By which the phone's channel is connected.
    let channel = CutTransport()
    let bobHears = ToneMeter([Double(callersTone), Double(otherTone)])

    /// The exchange's, for calls to numbers: the machine's, until it is pushed forward.
    let clock = JumpClock()

    /// What the carrier was asked, in order.
    let asked = RequestLog()

    /// What the exchange was told last.
    private final class KeptConfiguration: Sendable {
        private let state = Mutex(ExchangeConfiguration())

        var current: ExchangeConfiguration { state.withLock(\.self) }

        func set(_ configuration: ExchangeConfiguration) { state.withLock { $0 = configuration } }

        func change(_ change: (inout ExchangeConfiguration) -> Void) -> ExchangeConfiguration {
            state.withLock { configuration in
                change(&configuration)
                return configuration
            }
        }
    }

    /// The operator changes the configuration, and has the exchange read it again.
    func reconfigure(_ change: (inout ExchangeConfiguration) -> Void) async throws {
        let configuration = kept.change(change)
        let isTaken = await exchange.reload { @Sendable in configuration }
        try #require(isTaken)
    }

    /// The differences from most scenes.
    struct Setting: Sendable {
        /// What the exchange has is in files, so that another can take its place.
        var isStored = false
        /// The carrier rings a telephone on bob's desk, too.
        var hasDesk = false
        /// The phone listens to its channel.
        var hasChannel = true
        /// alice has a telephone that the carrier rings.
        var hasColleague = false
        /// Whose the numbers are.
        var users = ["bob"]
        /// The users whom the other organization's number rings; nil: the same as the first number.
        var othersUsers: [String]?
        /// Who is rung when they have not answered.
        var laterUsers: [String] = []
        /// A call rings until it is taken, however busy the machine is. A test that lets it ring in vain pushes the clock.
        var policy = {
            var policy = RingPolicy()
            policy.ringTime = RingLimits.ringTimeMax
            return policy
        }()
        /// How long the carrier waits for a phone that lost its socket in a call. One that is gone is given up soon.
        var reattachTime = Duration.seconds(3)
        /// Numbers outside that are rung with bob.
        var outside: [String] = []
        var exchange: @Sendable (inout ExchangeConfiguration) -> Void = { _ in }
        var telnyx: @Sendable (inout TelnyxConfiguration) -> Void = { _ in }
        /// What Apple's service knows.
        var apns = APNsConfiguration.bobsApp

        /// There is a telephone on bob's desk.
        static let desk = Setting(hasDesk: true)

        /// The same, and a call that is not taken does not go to voicemail.
        static let deskWithoutVoicemail = {
            var setting = Setting(hasDesk: true)
            setting.policy.hasVoicemail = false
            return setting
        }()
    }

    private init(_ setting: Setting) async throws {
        folder = try setting.isStored ? Self.makeFolder() : nil
        let database = folder?.appendingPathComponent("exchange.sqlite").path
        let pushes = try await APNsStandin.start(setting.apns)
        services = [.exchange: pushes, .carrier: try await APNsStandin.start(.bobsApp)]
        var configuration = TelnyxConfiguration.ofTests
        configuration.reattachTime = setting.reattachTime
        setting.telnyx(&configuration)
        telnyx = try await TelnyxStandin.start(
            configuration, at: StandinAddress(isPlain: true), onLine: { [asked] in asked.note($0) })
        exchange = try await TestExchange.start(
            push: pushes.pushing, includesCaller: true, clock: clock
        ) { [telnyx, kept] in
            $0.telnyx = telnyx.account(for: Self.called(setting))
            if setting.hasDesk { $0.users[1].devices[1].telnyxAddress = Redacted(Self.deskAddress) }
            if setting.hasColleague {
                var device = DeviceEntry(
                    name: "desk", login: Self.colleague, password: PasswordHash(password: "secret"))
                device.telnyxAddress = Redacted(Self.colleagueAddress)
                $0.users[0].devices = [device]
            }
            $0.broadcastApps = [BroadcastApp(id: "1", key: Self.channels, secret: "0123456789abcdef0123")]
            $0.databasePath = database
            setting.exchange(&$0)
            kept.set($0)
        }
        var settings = try #require(exchange.settings)
        if setting.hasChannel { settings.broadcastKey = Self.channels }
        settings.transport = channel
        engine = try NativeMediaEngine()
        phone = LivePhone(
            engine: engine, microphone: ToneGenerator(frequency: Double(Self.bobsTone), amplitude: 0.3),
            speaker: bobHears, exchange: settings, options: .unhurried)
    }

    private nonisolated static func called(_ setting: Setting) -> [CalledNumber] {
        numbers.map { number in
            let isOther = number.key != TestExchange.organization.rawValue
            let users = isOther ? setting.othersUsers ?? setting.users : setting.users
            let first = CalledNumber.Stage(users: users, outside: setting.outside.map { Redacted($0) })
            let later = CalledNumber.Stage(users: setting.laterUsers)
            return CalledNumber(
                Redacted(number.value), stages: setting.laterUsers.isEmpty ? [first] : [first, later],
                organization: number.key, policy: setting.policy)
        }
    }

    /// Plays a scene: bob has signed in, works for the first organization, and has put the phone away.
    static func play(
        _ setting: Setting = Setting(), _ body: (PublicScene) async throws -> Void
    ) async throws {
        let scene = try await PublicScene(setting)
        do {
            try await scene.prepare()
            try await body(scene)
            #expect(scene.phone.device.violations == 0)
        } catch {
            await scene.stop()
            throw error
        }
        await scene.stop()
    }

    private func stop() async {
        await phone.discard()
        await exchange.stop()
        await telnyx.stop()
        engine.close()
        for service in services.values { await service.stop() }
        if let folder { try? FileManager.default.removeItem(at: folder) }
    }

    private func prepare() async throws {
        telnyx.sendWebhooks(to: exchange)
        telnyx.push(
            by: services[.carrier].map {
                TelnyxPushSettings($0, bundle: String(TestExchange.topic.dropLast(".voip".count)))
            })
        for name in Self.numbers.keys { try await exchange.makeOrganization(name) }
        await phone.device.openApp()
        phone.signIn(login: "bob", password: "bob-secret")
        let wanted = Self.numbers.keys.flatMap { name in
            SignalingProvider.allCases.map { RegistrationID(OrganizationID(name), $0) }
        }
        let isProvided = try await phone.passes { [phone] in
            guard let record = phone.record, let token = record.tokens.wanted else { return false }
            let held = Set(record.organizations.held.map(\.registration))
            return record.tokens.known == .confirmed(token) && record.pushKey.confirmed != nil
                && held.isSuperset(of: wanted)
        }
        try #require(isProvided)
        phone.send(.organizations(.wanted(TestExchange.organization)))
        let isActive = try await phone.passes { [phone] in
            phone.record?.organizations.active == TestExchange.organization
        }
        try #require(isActive)
        let token = try #require(phone.record?.tokens.wanted)
        for service in services.values {
            service.register(APNsDevice(token: token.digits.revealed, topics: [TestExchange.topic]))
        }
        // The app was seen, so the carrier can push from the first call on.
        let carrier = RegistrationID(TestExchange.organization, .carrier)
        let canPush = try await phone.passes { [phone] in
            phone.record?.carrierToken?.key.registration == carrier && phone.record?.carrierToken?.token == token
        }
        try #require(canPush)
        await phone.lockAndReclaim()
        try await areSocketsGone()
    }

    /// The exchange is gone: the next one, at the same address, has its files as they were copied while it ran.
    ///
    /// - Parameter meanwhile: what happens while there is none.
    func exchangeDies(_ meanwhile: () async throws -> Void = {}) async throws {
        var configuration = kept.current
        configuration.databasePath = try Self.crashImage(of: try #require(configuration.databasePath))
        configuration.listen.port = exchange.port
        let next = configuration
        await exchange.stop()
        try await meanwhile()
        exchange = try await TestExchange.start(clock: clock) { $0 = next }
        kept.set(next)
    }

    // MARK: - Pushes

    /// What a service took of calls that ring, and has not handed over, oldest first.
    private func waiting(of sender: Sender) -> [ReceivedPush] {
        let received = services[sender]?.received ?? []
        return received.dropFirst(takenCounts[sender, default: 0]).filter(Self.announces)
    }

    /// Whether a push says that a call rings, in the words of either sender.
    private static func announces(_ push: ReceivedPush) -> Bool {
        push.payloadText.contains("\"type\":\"call\"") || push.payloadText.contains("Incoming call!")
    }

    /// The screen says who calls, and never said that the organization calls itself.
    func showsCaller() async throws {
        let isShown = try await phone.passes { [phone] in
            phone.device.screen.first?.name.hasPrefix(Self.caller) == true
        }
        #expect(isShown)
        for number in Self.numbers.values { #expect(!phone.named.contains { $0.contains(number) }, "\(phone.named)") }
    }

    /// Hands over, in this order, the push of each of these for the call that was dialed last.
    ///
    /// - Parameter member: a member of the payload that the sender did not write.
    func deliver(_ senders: [Sender], without member: String? = nil) async throws {
        let haveCome = try await phone.passes { [self] in senders.allSatisfy { !waiting(of: $0).isEmpty } }
        try #require(haveCome, "pushes of \(senders)")
        for sender in senders {
            let payload = try #require(waiting(of: sender).last).payload
            await phone.device.push(json: Data(try member.map { try Self.omitting($0, from: payload) } ?? payload))
        }
    }

    private static func omitting(_ member: String, from payload: [UInt8]) throws -> [UInt8] {
        var push = try #require(try JSONParser.parse(payload).object)
        let holder = try #require(push.members.first { $0.value.object?[member] != nil })
        var body = try #require(holder.value.object)
        body[member] = nil
        push[holder.key] = .object(body)
        return JSONWriter.bytes(of: .object(push))
    }

    /// The push of a ring that a sender has sent last.
    func newestRing(_ sender: Sender) -> ReceivedPush? {
        services[sender]?.received.last { Self.announces($0) }
    }

    // MARK: - Calls

    /// The public caller dials an organization; the `call_control_id` of their leg.
    ///
    /// - Parameter tone: what the caller says, in hertz.
    func dial(
        _ organization: String = TestExchange.organization.rawValue, saying tone: Int = callersTone
    ) throws -> String {
        expectPushes()
        return telnyx.callIn(
            from: Self.caller, to: try #require(Self.numbers[organization]), voice: .tone(tone))
    }

    /// Pushes so far belong to earlier calls.
    func expectPushes() {
        for (sender, service) in services { takenCounts[sender] = service.received.count }
    }

    /// The pushes that the exchange has sent for the call that was dialed last, of whatever kind.
    var exchangePushes: ArraySlice<ReceivedPush> {
        (services[.exchange]?.received ?? []).dropFirst(takenCounts[.exchange, default: 0])
    }
    var pushCount: Int { exchangePushes.count }

    /// The carrier pushes an organization that is not in use from a call of it on, which is over.
    func meetCarrier(as organization: String) async throws {
        let leg = try dial(organization)
        try await deliver([.exchange])
        try await answer(leg)
        telnyx.hangUp(leg)
        let isOver = try await phone.passes { [phone] in
            phone.device.screen.isEmpty && phone.sound?.isOpen != true
        }
        try #require(isOver)
        await phone.device.kill(.reclaimMemory)
        try await expectNoSocket()
    }

    /// Every leg has ended at the carrier.
    func expectNoLeg() async throws {
        let isOver = try await phone.passes { [telnyx] in telnyx.liveLegs.isEmpty }
        try #require(isOver)
    }

    /// The same, and the carrier knows that the phone's sockets are gone.
    func expectNoSocket() async throws {
        try await expectNoLeg()
        try await areSocketsGone()
    }

    /// The carrier knows that the phone's sockets are gone, as it soon does where the system closes those of a process that
    /// has ended.
    func areSocketsGone() async throws {
        let isGone = try await phone.passes { [telnyx] in telnyx.control("GET", "edge")["sockets"]?.array == [] }
        try #require(isGone)
    }

    /// It rings, is answered on the lock screen, and each hears the other.
    func answer(_ leg: String) async throws {
        try await rings()
        await phone.device.answer()
        let stands = try await phone.passes { [phone] in phone.device.screen.first?.stage == .connected }
        try #require(stands)
        try await soundsBothWays(leg)
    }

    func rings() async throws {
        let rings = try await phone.passes { [phone] in phone.device.screen.first?.stage == .ringing }
        try #require(rings)
        #expect(phone.device.screen.count == 1)
    }

    /// Its INVITE has come from the carrier.
    func isInvited() async throws {
        let isInvited = try await phone.passes { [telnyx] in
            telnyx.control("GET", "edge")["calls"]?.array?.contains { $0.object?["phase"]?.string == "ringing" } == true
        }
        try #require(isInvited, "\(telnyx.control("GET", "edge"))")
    }

    ///
    /// - Parameter tone: the tone at the far side of the leg, in hertz.
    func soundsBothWays(_ leg: String, saying tone: Int = callersTone) async throws {
        telnyx.listen(on: leg)
        let frames = bobHears.reading.frameCount
        let isHeard = try await phone.passes { [telnyx, bobHears] in
            telnyx.recordedAudio(on: leg).amplitude(of: Self.bobsTone) > Self.heardMin
                && bobHears.reading.frameCount > frames && bobHears.level(of: Double(tone)) ?? 0 > Self.heardMin
        }
        #expect(isHeard)
    }

    /// A third of the spoken amplitude.
    nonisolated static let heardMin = 0.1
    /// A thirtieth of it.
    nonisolated static let silentMax = 0.01
}
