import CallModel
import Clocks
import DeviceModel
import DeviceRuntime
import ExchangeServer
import LivePhones
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import PhoneSignaling
import Redaction
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// The real API and signaling of a phone, an exchange that takes messages, and the carrier's stand-in.
@MainActor
final class AttendedAPIUnderContract: APIUnderContract {
    let record = APIRecord()
    private let absence: APIStatement.Absence?
    private let telnyx: TelnyxStandin
    private let exchange: ExchangeServer
    private let asked = RequestLog()
    /// The exchange's, for calls to numbers: the machine's, until a ring is to be over.
    private let clock = JumpClock()
    private let client: ExchangeClient
    /// Whose keychain it is.
    private let device = ModelDevice { _ in App() }
    private let credentialQueue = CredentialQueue(CredentialStore(service: "contract"))
    private let engine: LoopbackMediaEngine
    private var transport = CuttableTransport()
    private let phoneName: String?
    private var signaling: PhoneSignaling
    /// Those of processes that have ended: the carrier may still believe in their connections.
    private var ended: [PhoneSignaling] = []
    /// How often a process has connected.
    private var connections = 0
    private var caller = ""
    private var session: CallSessionID?

    private nonisolated static let number = "+15550100"
    /// Longer than any statement takes.
    private nonisolated static let greeting = Duration.seconds(20)

    init(_ statement: APIStatement) async throws {
        phoneName = statement.device
        absence = statement.absence
        var configuration = TelnyxConfiguration.ofTests
        configuration.playbackTime = Self.greeting
        configuration.switches.parksWithoutDevice = absence == .isKept
        engine = LoopbackMediaEngine()
        telnyx = try await TelnyxStandin.start(
            configuration, at: StandinAddress(isPlain: true), media: engine, onLine: { [asked] in asked.note($0) })
        exchange = try await TestExchange.start(clock: clock) { [telnyx] in
            var number = CalledNumber(
                Redacted(Self.number), users: ["bob"], organization: APIStatement.organizations[0])
            number.policy.ringTime = RingLimits.ringTimeMax
            number.policy.hasVoicemail = true
            $0.telnyx = telnyx.account(for: [number])
        }
        telnyx.sendWebhooks(to: exchange)
        client = ExchangeClient(
            try #require(exchange.settings), sessions: RememberedSessions(), credentials: credentialQueue,
            clock: SystemClock())
        signaling = Self.signaling(NamedPhone(store: credentialQueue.store, name: phoneName), engine, transport)
        (credentialQueue.sink, client.sink, signaling.sink) = (record, record, record)
        for organization in APIStatement.organizations { try await exchange.makeOrganization(organization) }
        #expect(await client.signIn(login: "bob", password: "bob-secret") == nil)
        await device.openApp()
    }

    /// The process that the keychain is of.
    private final class App {}

    private static func signaling(
        _ credentials: NamedPhone, _ engine: LoopbackMediaEngine, _ transport: CuttableTransport
    ) -> PhoneSignaling {
        var parts = SignalingDependencies(
            credentials: credentials, sound: FixedAudioDevice(microphone: nil, speaker: nil)
        ) {
            engine
        }
        parts.carrierSettings.trickles = false
        parts.transport = transport
        return PhoneSignaling(parts)
    }

    /// The process ends and the next begins.
    private func beginAnew(isHeard: Bool) {
        signaling.sink = nil
        ended.append(signaling)
        transport.blackhole(then: .refused)
        if isHeard { telnyx.cut() }
        transport = CuttableTransport()
        signaling = Self.signaling(NamedPhone(store: credentialQueue.store, name: phoneName), engine, transport)
        signaling.sink = record
        record.signaling.processBegins()
    }

    func perform(_ question: APIQuestion) async throws {
        record.begin()
        switch question.action {
        case .ask(let ask): ask(client)
        case .askAboutCall(let ask): ask(client, try #require(session))
        case .callsNumber: try await ring()
        case .connectsAtCarrier:
            device.asApp { for key in record.provisioned { credentialQueue.write(key) } }
            await device.advance(by: .milliseconds(100))
            device.asApp { signaling.perform(Contract.connectsAtCarrier) }
            connections += 1
            let count = connections
            await record.signaling.until { [record] in record.signaling.connection.count { $0 == "ready" } == count }
        case .processBeginsAnew(let isHeard): beginAnew(isHeard: isHeard)
        case .lineRings: await line("ringing")
        case .answers:
            signaling.perform(LineOrder.answer(record.signaling.lastLine))
            await line("active")
            // The exchange knows of it.
            await asked.reaches("actions/bridge")
        case .attendantGreets:
            clock.advance(by: RingLimits.ringTimeMax)
            await asked.reaches("actions/speak")
        case .attendantRecords:
            let past = Self.greeting + .seconds(1)
            _ = telnyx.control("POST", "clock", ["advance_ms": .integer(past.wholeMilliseconds)])
            await line("ended")
        case .callerHangsUp:
            telnyx.hangUp(caller)
            await line("ended")
        case .calls, .takenElsewhere, .exchangeGoesAway, .sessionIsEnded: throw Unplayable()
        }
        await record.until(count: question.answer.count)
    }

    /// It is stated of calls that no attendant takes.
    private struct Unplayable: Error {}

    private func line(_ words: String) async {
        await record.signaling.until { [record] in
            record.signaling.lines.dropFirst(record.signaling.formerLines).last?.contains { $0.hasPrefix(words) }
                == true
        }
    }

    /// Returns when the carrier has been asked to ring the phone, and has said that it cannot where it keeps no INVITE.
    private func ring() async throws {
        caller = telnyx.callIn(from: "+15550177", to: Self.number, voice: .silence)
        await asked.reaches("v2/calls")
        let calls = try await exchange.ask("GET", "api/calls").page["calls"]?.array ?? []
        session = calls.first?.object?["call_session_id"]?.string.flatMap { CallSessionID($0) }
        guard absence == .isRefused else { return }
        let leg = try #require(
            telnyx.liveLegs.last { $0["direction"]?.string == "outgoing" }?["call_control_id"]?.string)
        _ = telnyx.control("POST", "legs/\(leg)/decline", ["cause": "not_found"])
    }

    func finish() async {
        signaling.perform(.disconnect(Contract.carrier))
        await exchange.stop()
        await telnyx.stop()
        await device.kill(.forceQuit)
    }
}

extension Contract {
    /// The phone's order of the statements about the attendant.
    static let connectsAtCarrier = SignalingOrder.connect(carrier, CarrierLogin(fetchesCalls: true))
}

/// The keychain of a phone, and what the exchange calls that.
private struct NamedPhone: CredentialSource {
    let store: CredentialStore
    let name: String?

    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        try await store.credentials(of: registration)
    }

    func device() -> String? { name }
}
