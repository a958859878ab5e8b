import Clocks
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneKit

/// Launches the whole app repeatedly, as `didFinishLaunching` does: provider, record from a real file, notification
/// center and push registry.
@MainActor
struct LaunchStopwatch {
    private let clock = ContinuousClock()

    /// Returns the time of the app's own part of each launch, in microseconds.
    func microseconds(_ count: Int) async -> [Double] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "launches-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var times: [Double] = []
        let device = ModelDevice(profile: .ios26p4) { [clock] context in
            let start = clock.now
            let app = Self.app(context, folder)
            times.append(start.duration(to: clock.now).milliseconds * 1_000)
            return app
        }
        for _ in 0..<count {
            await device.openApp()
            await device.forceQuit()
        }
        device.dropProcess()
        return times
    }

    private static func app(_ context: LaunchContext, _ folder: URL) -> PhoneApplication {
        let ports = NullPorts()
        var parts = PhoneDependencies(
            signaling: ports, exchange: ports, screens: ports, log: ports, files: SystemFileStore(folder: folder),
            credentials: CredentialQueue(CredentialStore(service: "bench")))
        parts.clock = DeviceTime(context)
        parts.center = context.notificationCenter
        return PhoneApplication(parts)
    }
}

/// The modeled phone's time, as its app reads it.
struct DeviceTime: TimeSource {
    private let clock: DeviceClock
    private let kernel: DeviceKernel

    @MainActor
    init(_ context: LaunchContext) {
        clock = context.clock
        kernel = context.device.kernel
    }

    var now: Duration { kernel.now }
    var date: Date { kernel.date(at: kernel.now) }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await clock.sleep(for: deadline - kernel.now)
    }
}
