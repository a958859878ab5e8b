internal import DeviceRuntime
internal import Foundation
internal import PhoneKit

/// The modelled phone's time, as a process of the app reads it.
struct ModelClock: PhoneClock {
    private let clock: DeviceClock
    private let kernel: DeviceKernel
    private let steps: AppSteps

    @MainActor
    init(_ context: LaunchContext, _ steps: AppSteps) {
        clock = context.clock
        kernel = context.device.kernel
        self.steps = steps
    }

    /// Read at the beginning of each turn of the app, and at each timer it starts.
    var now: Duration {
        steps.take()
        return kernel.now
    }

    var date: Date { kernel.date(at: kernel.now) }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await clock.sleep(for: deadline - kernel.now)
    }
}
