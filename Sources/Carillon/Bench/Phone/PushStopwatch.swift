import DeviceRuntime

/// Measures from the entrance of the delegate's method to the return of `reportNewIncomingCall`.
///
/// Also shows that nothing was suspended between: the method is synchronous, so a report that was made before it
/// returned was made without a suspension.
@MainActor
final class PushStopwatch {
    private unowned let device: ModelDevice
    private let clock = ContinuousClock()
    private var entrance: (real: ContinuousClock.Instant, modelled: Duration)?
    /// Of each push, in microseconds.
    private(set) var microseconds: [Double] = []
    /// The longest in the phone's own time.
    private(set) var modelledMax = Duration.zero
    /// Pushes of which the method returned without a report.
    private(set) var returnedBefore = 0

    init(_ device: ModelDevice) {
        self.device = device
    }

    func enter() { entrance = (clock.now, device.now) }

    func reported() {
        guard let entrance else { return }
        microseconds.append(entrance.real.duration(to: clock.now).milliseconds * 1_000)
        modelledMax = max(modelledMax, device.now - entrance.modelled)
        self.entrance = nil
    }

    func leave() {
        if entrance != nil { returnedBefore += 1 }
        entrance = nil
    }
}
