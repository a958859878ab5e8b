import CallModel
import DeviceModel
import PhoneCore

/// What is asked of a moment.
extension PhoneWorld {
    /// What to say of a moment that breaks a promise.
    var remarks: [String] {
        checker.violations + device.calls.own.map { "the system has a call: \($0.phase), held \($0.isHeld)" }
            + countdowns.owners.map { "waiting: \($0)" }
    }

    /// Two pushes of one call never make two calls.
    var hasCallsOnlyForSessions: Bool {
        let born = sessions.filter { $0.stage != .unborn }.count
        let throwaways = device.calls.own.filter { $0.id.high == 0x5AFE }.count
        return device.calls.own.count - throwaways <= born
    }

    var soundRuns: Bool { device.audio.media == .running }

    var soundIsRight: Bool {
        guard soundRuns, isQuiet else { return true }
        return device.calls.own.contains { $0.phase == .connected && !$0.isHeld }
    }

    /// Once nothing is under way, the person talks with one other, as the system shows it and as the exchange has it.
    var hasOneConversation: Bool {
        guard isQuiet else { return true }
        let lines = sessions.compactMap { $0.line?.machine.state }
        return device.calls.own.count { $0.phase == .connected && !$0.isHeld } <= 1
            && lines.count { $0.progress == .active && $0.hold == .off } <= 1
    }

    /// A double tap dials once.
    var dialsOneByOne: Bool { device.calls.own.count { $0.isOutgoing && $0.phase != .connected } <= 1 }

    /// Whether the exchange still has to be told what the person said to a call, as the record has it.
    var owesFarewell: Bool { disk?.past.contains { $0.farewell != nil } ?? false }

    var phoneDeadlines: [Countdowns.Owner] {
        device.process.runs ? countdowns.owners.filter { if case .phone = $0 { true } else { false } } : []
    }

    /// By an entry in Recents, or by a notification.
    var everyRingIsTold: Bool {
        checker.rung.allSatisfy { call in
            checker.inRecents.contains(call) || checker.noticed.contains(CallUUID(call))
        }
    }
}
