import DeviceModel
import DeviceRuntime
import Foundation
import PhoneKit

/// Starts the whole phone's process again and again, as `didFinishLaunching` does: provider, record from a real file,
/// notification centre, push registry.
@MainActor
struct LaunchStopwatch {
    private let clock = ContinuousClock()

    /// How long the app's own part of a launch took, in microseconds each.
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
        device.putAway()
        return times
    }

    private static func app(_ context: LaunchContext, _ folder: URL) -> PhoneApplication {
        let ports = SilentPorts()
        var parts = PhoneParts(
            signaling: ports, exchange: ports, screens: ports, log: ports, files: SystemFileStore(folder: folder),
            credentials: CredentialDesk(CredentialStore(service: "bench")))
        parts.clock = DeviceTime(context)
        parts.centre = context.notificationCenter
        return PhoneApplication(parts)
    }
}
