import DeviceRuntime
import Foundation
import PhoneKit

/// The modelled phone's time, as its app reads it.
struct DeviceTime: PhoneClock {
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
