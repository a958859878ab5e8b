import CallModel
import ExchangePush
import NIOPosix
import PushDelivery
import PushPayload
import Redaction
import Standins
import TestLog

/// A sender and the stand-in for Apple's service, on loopback.
struct APNsScene {
    static let topic = "org.example.app.voip"

    let standin: APNsStandin
    let sender: PushSender
    let clock: PushClock

    init(
        deadPort: Bool = false, clock: PushClock = PushClock(), tokenStore: (any ProviderTokenStore)? = nil,
        _ change: (inout APNsConfiguration) -> Void = { _ in }
    ) async throws {
        var configuration = APNsConfiguration()
        configuration.acceptsUnknownDevices = true
        configuration.deviceRate = nil
        change(&configuration)
        self.clock = clock
        standin = try await APNsStandin.start(configuration)
        sender = try Self.sender(to: standin, deadPort: deadPort, tokenStore, clock)
    }

    private static func sender(
        to standin: APNsStandin, deadPort: Bool = false, _ tokenStore: (any ProviderTokenStore)?, _ clock: PushClock
    ) throws -> PushSender {
        let endpoint = ServiceEndpoint(
            host: "localhost", port: deadPort ? 1 : standin.port, trustedPEM: standin.authorityPEM)
        let account = APNsAccount(
            teamID: standin.credential.teamID, keyID: standin.credential.keyID,
            privateKeyPEM: standin.credential.privateKeyPEM, topics: [topic, "org.example.app"],
            endpoints: [.production: endpoint, .sandbox: endpoint])
        return try PushSender(
            PushConfiguration(apns: [account]), on: MultiThreadedEventLoopGroup.singleton, tokenStore: tokenStore,
            logger: TestLog.logger, clock: clock)
    }

    /// Runs a scene, and leaves nothing of it.
    ///
    /// - Parameter clock: the sender's. Where each push is to be sent once it stands: an answer that a busy machine takes five
    ///   seconds for is asked for again.
    static func play(
        deadPort: Bool = false, clock: PushClock = PushClock(), tokenStore: (any ProviderTokenStore)? = nil,
        _ change: (inout APNsConfiguration) -> Void = { _ in }, _ body: (APNsScene) async throws -> Void
    ) async throws {
        let scene = try await APNsScene(deadPort: deadPort, clock: clock, tokenStore: tokenStore, change)
        do {
            try await body(scene)
        } catch {
            await scene.end()
            throw error
        }
        await scene.end()
    }

    /// What another process with the same key would be told of a ring.
    func outcomeOfNextProcess(
        _ number: UInt64, tokenStore: (any ProviderTokenStore)?, within: Duration = PushTimeout.ring
    ) async throws -> PushOutcome {
        let next = try Self.sender(to: standin, tokenStore, clock)
        let outcome = await next.send(try ring(number, within: within))
        await next.stop(within: .zero)
        return outcome
    }

    private func end() async {
        await sender.stop(within: .zero)
        await standin.stop()
    }

    static func deviceText(_ device: Int) -> String {
        let text = String(device, radix: 16)
        return String(repeating: "0", count: 64 - text.count) + text
    }

    func ring(
        _ number: UInt64, device: Int? = nil, within: Duration = PushTimeout.ring, topic: String = APNsScene.topic,
        _ environment: APNsEnvironment? = .production
    ) throws -> OutgoingPush {
        let deadline = clock.wall.advanced(by: within)
        let token = try DeviceToken(
            Self.deviceText(device ?? Int(number)), at: .apns(topic: topic, environment),
            registeredAt: WallTime(milliseconds: 1_700_000_000_000))
        return OutgoingPush(
            id: PushID(UUIDValue.random(high: 1, low: number)), token: token,
            message: .ringing(CallSessionID(UUIDValue(high: 5, low: number)), organization: "1", deadline: deadline),
            deadline: deadline)
    }

    /// Sends one ring; nothing when it is none.
    func outcome(
        _ number: UInt64, device: Int? = nil, within: Duration = PushTimeout.ring,
        environment: APNsEnvironment? = .production
    ) async -> PushOutcome? {
        guard let push = try? ring(number, device: device, within: within, environment) else { return nil }
        return await sender.send(push)
    }

    /// Sends rings with these numbers at once.
    func send(_ numbers: ClosedRange<UInt64>, within: Duration = PushTimeout.ring) async throws -> [PushOutcome] {
        let pushes = try numbers.map { try ring($0, within: within) }
        var outcomes = pushes.map { _ in PushOutcome.stopped }
        for await (index, outcome) in sender.send(pushes) { outcomes[index] = outcome }
        return outcomes
    }

    func counters() async -> PushMetrics {
        await sender.metrics().first { $0.service == .apns }?.metrics ?? PushMetrics()
    }
}
