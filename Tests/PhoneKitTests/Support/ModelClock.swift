import Clocks
import DeviceRuntime
import Foundation

/// The modelled phone's time, as the app's processes read it.
struct ModelClock: TimeSource {
    let clock: DeviceClock
    let kernel: DeviceKernel

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
