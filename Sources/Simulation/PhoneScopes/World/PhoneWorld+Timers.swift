import DeviceModel
import PhoneCore

/// The phone's timers. A shell may deliver one that the phone has stopped, if it was on its way.
extension PhoneWorld {
    /// More of them would tell apart states that differ in nothing else.
    private static let stoppedMax = 2

    mutating func start(_ timer: PhoneTimer, after duration: Duration) {
        keepStopped(timer)
        countdowns.start(.phone(timer), after: duration)
    }

    mutating func stop(_ timer: PhoneTimer) {
        keepStopped(timer)
        countdowns.stop(.phone(timer))
    }

    private mutating func keepStopped(_ timer: PhoneTimer) {
        guard faults.lateTimers > 0, countdowns.owners.contains(.phone(timer)) else { return }
        stoppedTimers = Array((stoppedTimers.filter { $0 != timer } + [timer]).suffix(Self.stoppedMax))
    }

    var lateActions: [PhoneAction] {
        guard faults.lateTimers > 0, device.process.runs else { return [] }
        return stoppedTimers.map { .late($0) }
    }

    /// One that was replaced may come too early, which is judged by everything else; one that was stopped must change
    /// nothing.
    mutating func tell(late timer: PhoneTimer) {
        faults.lateTimers -= 1
        stoppedTimers = faults.lateTimers > 0 ? stoppedTimers.filter { $0 != timer } : []
        let isReplaced = countdowns.owners.contains(.phone(timer))
        let before = phone
        tell(.timer(timer))
        guard !isReplaced, phone != before else { return }
        checker.note("a timer that was stopped changed something: \(timer)")
    }
}
