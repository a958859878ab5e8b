import DeviceModel
import DeviceRuntime
import Foundation
import PhoneKit

/// A live phone's time, as the app's processes read it: the model's clock, and the wall's calendar, by which an exchange
/// says until when a call rings.
struct LiveTime: PhoneClock {
    private let clock: DeviceClock
    private let kernel: DeviceKernel
    private let switchedOn: Date

    /// - Parameter switchedOn: when the phone's own clock began.
    @MainActor
    init(_ context: LaunchContext, switchedOn: Date) {
        clock = context.clock
        kernel = context.device.kernel
        self.switchedOn = switchedOn
    }

    var now: Duration { kernel.now }

    var date: Date {
        let (seconds, attoseconds) = kernel.now.components
        return switchedOn.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
    }

    nonisolated(nonsending) func wait(until deadline: Duration) async throws {
        try await clock.sleep(for: deadline - kernel.now)
    }
}
