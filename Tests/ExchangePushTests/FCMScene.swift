import CallModel
import ExchangePush
import NIOPosix
import PushDelivery
import PushPayload
import Redaction
import Standins
import TestLog
import WireJSON

/// A sender and the stand-in for Google's services, on loopback.
struct FCMScene {
    let standin: FCMStandin
    let sender: PushSender
    let clock: PushClock
    private let project: String

    private init(_ clock: PushClock, _ change: (inout FCMConfiguration) -> Void) async throws {
        self.clock = clock
        var configuration = FCMConfiguration()
        change(&configuration)
        project = configuration.project
        standin = try await FCMStandin.start(configuration)
        var file = JSONWriter(reserving: 4_096)
        file.write(standin.serviceAccount.revealed)
        var account = try FCMAccount(serviceAccount: file.bytes)
        account.serviceURL = "https://localhost:\(standin.port)"
        account.trustedPEM = standin.authorityPEM
        sender = try PushSender(
            PushConfiguration(fcm: [account]), on: MultiThreadedEventLoopGroup.singleton,
            logger: TestLog.logger, clock: clock)
    }

    /// Runs a scene, and leaves nothing of it. Devices 1 to 99 are known to the service.
    static func play(
        clock: PushClock = PushClock(), _ change: (inout FCMConfiguration) -> Void = { _ in },
        _ body: (FCMScene) async throws -> Void
    ) async throws {
        let scene = try await FCMScene(clock, change)
        for device in 1..<100 { scene.standin.register(deviceText(device)) }
        do {
            try await body(scene)
        } catch {
            await scene.end()
            throw error
        }
        await scene.end()
    }

    private func end() async {
        await sender.stop(within: .zero)
        await standin.stop()
    }

    static func deviceText(_ device: Int) -> String { "device:\(device)-of-the-app" }

    func send(_ number: Int, within: Duration = PushTimeout.ring, isEnd: Bool = false) async throws -> PushOutcome {
        let deadline = clock.wall.advanced(by: within)
        let session = CallSessionID(UUIDValue(high: 5, low: UInt64(number)))
        let token = try DeviceToken(
            Self.deviceText(number), at: .fcm(project: project),
            registeredAt: WallTime(milliseconds: 1_700_000_000_000))
        return await sender.send(
            OutgoingPush(
                id: PushID(UUIDValue.random(high: 1, low: UInt64(number))), token: token,
                message: isEnd
                    ? .ended(session, organization: "1", reason: .answeredElsewhere)
                    : .ringing(session, organization: "1", deadline: deadline), deadline: deadline))
    }

    func counters() async -> PushMetrics {
        await sender.metrics().first { $0.service == .fcm }?.metrics ?? PushMetrics()
    }
}
