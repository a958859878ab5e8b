import CAllocationCount
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction

/// What a phone takes in memory while it is registered: its decisions, their shell, and signalling with a client and a socket for each
/// registration. Frameworks, media and the other side are not counted.
struct PhoneMemory: Sendable {
    /// Of one phone, in bytes.
    var one: Double
    var two: Double
    var how: String

    private static let phones = 40
    /// What is made once for all of them is made by the first.
    private static let phonesBefore = 2
    private static let password = "secret-of-a-benchmark"

    @MainActor
    static func measure(_ size: BenchSize) async throws -> PhoneMemory {
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
        return PhoneMemory(
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
    private let news = RegistrationNews()
    private let ports = SilentPorts()

    init(
        _ name: String, _ password: String, _ addresses: [SignalingProvider: String], _ engine: any MediaEngine
    ) {
        let credentials = FixedCredentials(login: name, password: password, addresses: addresses)
        signaling = PhoneSignaling(
            SignalingParts(credentials: credentials, sound: GivenSound(microphone: nil, speaker: nil)) { engine })
        shell = PhoneShell(Phone(), ports: ports.ports(SilentCalls()), clock: SteadyClock())
        shell.send(.launched(Launch(.none)))
        signaling.sink = news
    }

    /// - Throws: `BenchError` when it is not registered in time.
    func register(at provider: SignalingProvider) async throws {
        let registration = RegistrationID(OrganizationID("acme"), provider)
        signaling.perform(.connect(registration, provider == .carrier ? CarrierLogin() : nil))
        let deadline = ContinuousClock.now + .seconds(20)
        while !news.ready.contains(registration) {
            guard ContinuousClock.now < deadline else {
                throw BenchError("a phone was not registered at the \(provider.rawValue)")
            }
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    func leave() {
        for registration in news.ready { signaling.perform(.disconnect(registration)) }
    }
}

@MainActor
private final class RegistrationNews: PhoneEventSink {
    private(set) var ready: Set<RegistrationID> = []

    func send(_ event: PhoneCore.PhoneEvent) {
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

/// CallKit, to which nothing is said.
@MainActor
private final class SilentCalls: CallSystemPort {
    weak var sink: (any PhoneEventSink)?
    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?) { completion?() }
    func complete(_ action: SystemActionID, _ outcome: ActionOutcome) {}
    func request(_ id: SystemRequestID, _ actions: [SystemAction]) {}
}
