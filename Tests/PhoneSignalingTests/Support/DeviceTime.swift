import DeviceRuntime
import Foundation
import PhoneKit

/// A modelled phone's time, as the app's processes read it.
struct DeviceTime: PhoneClock {
    let clock: DeviceClock
    let kernel: DeviceKernel

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
