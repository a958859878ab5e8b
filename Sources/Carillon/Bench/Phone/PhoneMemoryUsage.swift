import CAllocationCount
import CallModel
import Clocks
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction

/// The memory of one registered phone: its decisions, their shell, and signaling with a client and a socket for each
/// registration. Frameworks, media and the other side are not counted.
struct PhoneMemoryUsage: Sendable {
    /// Bytes per phone, with one registration and with two.
    var one: Double
    var two: Double
    var how: String

    private static let phones = 40
    /// The first phones create everything that all phones share, so that it is not counted.
    private static let phonesBefore = 2
    private static let password = "secret-of-a-benchmark"

    @MainActor
    static func measure(_ size: BenchSize) async throws -> PhoneMemoryUsage {
        let count = size.of(phones, atLeast: 2)
        let names = (0..<count + phonesBefore).map { "phone-\($0)" }
        let exchange = try ServerProcess(configuration: configuration(names))
        defer { exchange.stop() }
        let carrier = try StandinProcess(["telnyx", "--plain"] + names.flatMap { ["--user", "\($0):\(password)"] })
        defer { carrier.stop() }
        let addresses = [
            SignalingProvider.exchange: "ws://127.0.0.1:\(exchange.port)/", .carrier: try carrier.text("edge"),
        ]
        let engine = try NativeMediaEngine()
        defer { engine.close() }
        let all = names.map { RegisteredPhone($0, password, addresses, engine) }
        let measured = Array(all.dropFirst(phonesBefore))
        for phone in all.prefix(phonesBefore) {
            for provider in SignalingProvider.allCases { try await phone.register(at: provider) }
        }
        let before = carillon_allocated_bytes()
        for phone in measured { try await phone.register(at: .exchange) }
        let one = carillon_allocated_bytes()
        for phone in measured { try await phone.register(at: .carrier) }
        let two = carillon_allocated_bytes()
        for phone in all { phone.leave() }
        let how =
            "\(count) phones, registered at an exchange in a process of its own and idle: what malloc has given out for each of them "
            + "since they were made; frameworks, media engine and kernel buffers not counted"
        return PhoneMemoryUsage(
            one: (Double(one) - Double(before)) / Double(count), two: (Double(two) - Double(before)) / Double(count),
            how: how)
    }

    private static func configuration(_ names: [String]) -> String {
        let users = names.map { "  - { name: \($0), devices: [{ name: phone, login: \($0), password: \(password) }] }" }
        return "log-level: critical\nusers:\n" + users.joined(separator: "\n") + "\n"
    }
}

/// A phone without a system around it.
@MainActor
private final class RegisteredPhone {
    private let signaling: PhoneSignaling
    private let shell: PhoneShell
    private let observer = RegistrationObserver()
    private let ports = NullPorts()

    init(
        _ name: String, _ password: String, _ addresses: [SignalingProvider: String], _ engine: any MediaEngine
    ) {
        let credentials = FixedCredentials(login: name, password: password, addresses: addresses)
        signaling = PhoneSignaling(
            SignalingDependencies(credentials: credentials, sound: FixedAudioDevice(microphone: nil, speaker: nil)) {
                engine
            })
        shell = PhoneShell(Phone(), ports: ports.ports(NullCallSystem()), clock: SystemClock())
        shell.send(.launched(Launch(.none)))
        signaling.sink = observer
    }

    /// - Throws: `BenchError` when it is not registered in time.
    func register(at provider: SignalingProvider) async throws {
        let registration = RegistrationID(OrganizationID("acme"), provider)
        signaling.perform(.connect(registration, provider == .carrier ? CarrierLogin() : nil))
        let deadline = ContinuousClock.now + .seconds(60)
        while !observer.ready.contains(registration) {
            guard ContinuousClock.now < deadline else {
                throw BenchError("a phone was not registered at the \(provider.rawValue)")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    func leave() {
        for registration in observer.ready { signaling.perform(.disconnect(registration)) }
    }
}

@MainActor
private final class RegistrationObserver: PhoneEventSink {
    private(set) var ready: Set<RegistrationID> = []

    func send(_ event: PhoneEvent) {
        if case .signaling(let registration, .ready) = event { ready.insert(registration) }
    }

    func deliver(_ push: VoIPPush, completion: @escaping @Sendable () -> Void) { completion() }
}

private struct FixedCredentials: CredentialSource {
    let login: String
    let password: String
    let addresses: [SignalingProvider: String]

    func credentials(of registration: RegistrationID) async throws(CredentialError) -> PhoneCredentials {
        guard let address = addresses[registration.provider] else { throw CredentialError(.missing) }
        return PhoneCredentials(
            address: address, proof: .password(login: Redacted(login), password: Redacted(password)))
    }
}

/// A call system that ignores all orders.
@MainActor
private final class NullCallSystem: CallSystemPort {
    weak var sink: (any PhoneEventSink)?
    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?) { completion?() }
    func complete(_ action: SystemActionID, _ outcome: ActionOutcome) {}
    func request(_ id: SystemRequestID, _ actions: [SystemAction]) {}
}

/// All ports of a phone except CallKit; they ignore every order.
@MainActor
final class NullPorts: SignalingPort, AudioPort, PathPort, NoticePort, RecordPort, ExchangeAPIPort, CredentialPort,
    PushKeyPort, BackgroundTimePort, ScreenPort, LogPort
{
    weak var sink: (any PhoneEventSink)?

    func ports(_ calls: any CallSystemPort) -> PhonePorts {
        PhonePorts(
            calls: calls, signaling: self, audio: self, path: self, notices: self, record: self, exchange: self,
            credentials: self, pushKeys: self, wakefulness: self, screens: self, log: self)
    }

    func perform(_ order: LineOrder) {}
    func perform(_ order: SignalingOrder) {}
    func startAudio(of line: LineID) {}
    func stopAudio() {}
    func prepare() {}
    func perform(_ order: AudioOrder) {}
    func refresh() {}
    func perform(_ order: NotificationOrder) {}
    func store(_ record: PhoneRecord) {}
    func upload(_ message: PushTokenRegistration.Message) {}
    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>) {}
    func make() {}
    func erase() {}
    func key(_ id: PushKeyID) -> Redacted<[UInt8]>? { nil }
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {}
    func ask(_ request: RingRequests.Request) {}
    func listen(_ isOn: Bool) {}
    func upload(alertToken: PhoneCore.DevicePushToken) {}
    func askCredentials(of organization: OrganizationID) {}
    func fetchCredentials() {}
    func renewSession() {}
    func perform(_ step: SignOutStep) {}
    func write(_ key: CredentialKey) {}
    func prune(_ registration: RegistrationID, keeping kept: CredentialKey?) {}
    func purge() {}
    func keepAwake(_ isOn: Bool) {}
    func show(_ update: PhoneUpdate) {}
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {}
    func sessionOver(_ cause: SessionEndCause) {}
    func write(_ line: PhoneLog) {}
    func write(_ fault: PhoneDiagnostic) {}
}
