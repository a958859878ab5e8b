internal import DeviceRuntime
internal import Foundation
internal import PhoneKit

/// The modelled phone's time, as a process of the app reads it.
struct ModelClock: PhoneClock {
    private let clock: DeviceClock
    private let kernel: DeviceKernel

    @MainActor
    init(_ context: LaunchContext) {
        clock = context.clock
        kernel = context.device.kernel
    }

    var now: Duration { kernel.now }
    var date: Date { kernel.date(at: kernel.now) }

    func wait(until deadline: Duration) async throws {
        try await clock.sleep(until: clock.now.advanced(by: deadline - kernel.now))
    }
}
