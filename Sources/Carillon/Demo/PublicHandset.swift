import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import LivePhones
import MediaEngine
import PhoneCore
import PhoneExchange
import PhoneKit
import Redaction
import Standins
import Trace

/// A modeled iPhone or iPad whose owner's organization has its numbers from a carrier.
@MainActor
final class PublicHandset {
    nonisolated let role: DemoUsers.Role
    nonisolated let meter: ToneMeter
    let phone: LivePhone
    private let user: String

    /// - Parameter watched: the frequencies of the parties that may be heard on it, in hertz.
    init(
        _ role: DemoUsers.Role, of user: String, watching watched: [Double], port: Int, engine: any MediaEngine,
        trace: (any TraceSink)? = nil
    ) throws {
        guard let api = URL(string: "http://127.0.0.1:\(port)/") else {
            throw DemoAPIError(description: "no address of the exchange")
        }
        self.role = role
        self.user = user
        meter = ToneMeter(watched)
        var settings = ExchangeSettings(api: api, socket: "ws://127.0.0.1:\(port)/", topic: DemoUsers.topic) {
            ExchangeInstallation(id: Redacted("installation-of-\(role.name)"), deviceName: Redacted(role.name))
        }
        settings.broadcastKey = DashboardClient.key
        phone = LivePhone(
            seed: UInt64(role.frequency), engine: engine,
            microphone: ToneGenerator(frequency: role.frequency, amplitude: 0.3), speaker: meter,
            exchange: settings, trace: trace, name: role.name)
    }

    /// Opens the app for the first time and signs in.
    func signIn() async {
        await phone.device.openApp()
        phone.signIn(login: Redacted(user), password: Redacted(DemoUsers.password(of: user)))
    }

    /// Whether the exchange has the phone's push token, and the phone has credentials for the exchange and the carrier.
    func isProvided(for organization: String) -> Bool {
        guard let record = phone.record, let token = record.tokens.wanted else { return false }
        let id = OrganizationID(organization)
        let wanted = SignalingProvider.allCases.map { RegistrationID(id, $0) }
        return record.tokens.known == .confirmed(token)
            && wanted.allSatisfy { record.organizations.held.map(\.registration).contains($0) }
    }

    /// Whether the carrier has the phone's push token too, as the app has told it while it was in use.
    var isKnownToCarrier: Bool { phone.record.map { $0.carrierToken?.token == $0.tokens.wanted } ?? false }

    /// The device token of its app, in hexadecimal.
    var token: String? { phone.device.token.map { $0.map { String(format: "%02x", $0) }.joined() } }

    /// The amplitude of a watched tone now, 0…1.
    nonisolated func level(of frequency: Double) -> Double { meter.level(of: frequency) ?? 0 }

    var stage: CallOnScreen.Stage? { phone.device.screen.first?.stage }

    /// How the last call ended on this device.
    var end: CallEnd? { phone.screens?.end }

    /// Dials a number in the app.
    func dial(_ number: String) async {
        await phone.device.openApp()
        phone.send(
            .user(
                UserRequestID(1), .dial(DialRequest(Redacted(number), spare: CallUUID(UUID().value)))))
    }

    /// The caller as shown on the screen.
    var caller: String? { phone.device.screen.first?.name }
}

/// Several phones that run at the same time, and the push services that reach them: the exchange's and the carrier's.
@MainActor
final class PublicHandsets {
    /// The machine of the trace's records of the carrier's pushes.
    nonisolated static let pushMachine = "CarrierPush"

    private(set) var all: [PublicHandset] = []
    private let services: [APNsStandin]
    private var deliveredCounts: [Int]
    private var pushCounts: [ObjectIdentifier: [Int]] = [:]
    private let clock = ContinuousClock()
    private let trace: TraceCollector?

    init(exchange: APNsStandin, carrier: APNsStandin, trace: TraceCollector? = nil) {
        services = [exchange, carrier]
        deliveredCounts = services.map { _ in 0 }
        self.trace = trace
    }

    /// How many pushes the exchange and the carrier have sent to a phone.
    func pushCounts(of handset: PublicHandset) -> [Int] {
        pushCounts[ObjectIdentifier(handset), default: services.map { _ in 0 }]
    }

    func add(_ handset: PublicHandset) { all.append(handset) }

    /// Registers each phone's device token at all services.
    func register() {
        for token in all.compactMap(\.token) {
            for service in services { service.register(APNsDevice(token: token, topics: [DemoUsers.topic])) }
        }
    }

    /// Lets real time pass on every phone and delivers their pushes, until `isMet` is true.
    ///
    /// - Returns: whether that happened within the limit.
    func pass(_ limit: Duration = DemoTimeout.net, until isMet: @MainActor () async throws -> Bool) async throws -> Bool
    {
        let deadline = clock.now.advanced(by: limit)
        while clock.now < deadline {
            await deliver()
            for handset in all { await handset.phone.catchUp() }
            if try await isMet() { return true }
            try await clock.sleep(for: .milliseconds(5))
        }
        return false
    }

    private func deliver() async {
        for (index, service) in services.enumerated() {
            let received = service.received
            for push in received.dropFirst(deliveredCounts[index]) {
                guard let handset = all.first(where: { $0.token == push.device }) else { continue }
                note(index, for: handset)
                await handset.phone.device.push(json: Data(push.payload))
            }
            deliveredCounts[index] = received.count
        }
    }

    /// Whether one call has begun to ring on a phone, once, and is on its screen.
    func ringsOnce(_ handset: PublicHandset) -> Bool {
        let device = handset.phone.device
        return device.screen.count == 1 && device.moments.count { $0.words.hasPrefix("rings: ") } == 1
    }

    /// Counts a push; the carrier's, which is in no other trace, is recorded as well.
    private func note(_ service: Int, for handset: PublicHandset) {
        pushCounts[ObjectIdentifier(handset), default: services.map { _ in 0 }][service] += 1
        guard service > 0, let trace else { return }
        trace.record(
            TraceRecord(
                at: trace.now, actor: handset.role.name, machine: Self.pushMachine, kind: .note, name: "push"))
    }

    /// The caller as shown on each screen.
    var callers: [String] { all.map { $0.caller ?? "no call" } }

    /// The reason of the last call's end on each phone.
    static func ends(of handsets: [PublicHandset]) -> [String] {
        handsets.map { $0.end?.reason.rawValue ?? "no end" }
    }

    /// Whether no phone violated a rule that its system enforces.
    var isLawful: Bool { all.allSatisfy { $0.phone.device.violations == 0 } }

    func finish() async {
        for handset in all { await handset.phone.discard() }
    }
}
