import DeviceModel

extension DeviceTimer {
    /// A place among timers, so that the same timers running are the same state whatever started first.
    var rank: UInt64 {
        switch self {
        case .pushCheck(let push): (1 << 40) + UInt64(push.value)
        case .providerConnection(let provider): (2 << 40) + UInt64(provider.value)
        case .ringLimit(let call): (3 << 40) + call.low
        case .action(let action): (4 << 40) + UInt64(action.value)
        case .neglectedCall(let call): (5 << 40) + call.low
        case .reportCompletion(let report): (6 << 40) + UInt64(report.value)
        case .suspension: 7 << 40
        case .launchWatchdog: 8 << 40
        case .backgroundTime: 9 << 40
        case .backgroundGrace: 10 << 40
        }
    }
}
