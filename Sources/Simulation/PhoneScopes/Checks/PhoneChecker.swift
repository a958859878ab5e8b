import CallModel
import DeviceModel
import PhoneCore

/// Watches a phone and its device from outside and records violations. It makes no decisions.
package struct PhoneChecker: Hashable, Sendable {
    /// The violations so far, oldest first.
    package private(set) var violations: [String] = []
    /// The system's actions that wait for their completion.
    private(set) var openActions: [SystemActionID] = []
    /// Actions that the system waited for before its restart, while the phone is told of the restart.
    private var forgottenActions: [SystemActionID] = []
    /// The calls that rang, in order.
    private(set) var rung: [SystemCallID] = []
    /// The calls in Recents.
    private(set) var inRecents: [SystemCallID] = []
    /// The calls with a notification.
    private(set) var noticed: [CallUUID] = []
    /// Calls that were cut off by the end of the process and have no notification yet.
    private(set) var cutOff: [CallUUID] = []
    /// Calls that were ringing, by the stored record, when a process ended, and that were not reported since.
    private(set) var leftRinging: [CallUUID] = []
    /// Calls whose end this process has reported to the system.
    private var endsReported: [CallUUID] = []
    private var isPushUnreported = false
    /// Organizations whose credentials were used for another organization's call.
    var strangeCredentials: [OrganizationID] = []
    /// Whether a push without a report is excused now.
    var excusesPushes = false
    /// Whether a report on an ended call is excused now.
    var excusesReports = false
    /// Calls whose notification on the screen says that they were missed.
    private(set) var noticedAsMissed: [CallUUID] = []

    mutating func note(_ violation: String) { violations.append(violation) }

    mutating func pushBegins(mustReport: Bool) { isPushUnreported = mustReport }

    mutating func pushEnds() {
        if isPushUnreported { note("a push went without a report") }
        isPushUnreported = false
    }

    mutating func actionBegins(_ action: SystemActionID) { openActions.append(action) }

    /// Forgets all open actions, because the system no longer waits for them.
    mutating func forgetActions() {
        forgottenActions = openActions
        openActions = []
    }

    mutating func endForgetting() { forgottenActions = [] }

    func isForgotten(_ action: SystemActionID) -> Bool { forgottenActions.contains(action) }

    mutating func actionTimesOut(_ action: SystemActionID) {
        note("an action was not completed in time")
        openActions.removeAll { $0 == action }
    }

    /// - Parameters:
    ///   - calls: the calls that are lost with the process.
    ///   - ringing: the calls that the next process knows were ringing.
    mutating func processEnds(losing calls: [CallUUID], ringing: [CallUUID]) {
        cutOff += calls
        leftRinging += ringing.filter { call in !calls.contains(call) && !leftRinging.contains(call) }
        openActions = []
        endsReported = []
        isPushUnreported = false
    }

    /// Notes that a call is announced again.
    mutating func announcedAgain(as isNamed: (CallUUID) -> Bool) { leftRinging.removeAll(where: isNamed) }

    /// Checks an effect before it is carried out.
    ///
    /// - Parameter isQuiet: whether the phone has received all events of the device; otherwise some of its actions are
    ///   excused.
    mutating func watch(_ effect: PhoneEffect, in device: DeviceMachine, isQuiet: Bool) {
        if isPushUnreported {
            if case .report(.incoming) = effect {
                isPushUnreported = false
            } else {
                note("a report did not come first")
            }
        }
        switch effect {
        case .complete(let action, _):
            guard let index = openActions.firstIndex(of: action) else {
                return note("an action was completed twice, or too late")
            }
            openActions.remove(at: index)
        case .report(let order): watch(order, in: device, isQuiet: isQuiet)
        default: break
        }
    }

    private mutating func watch(_ order: ReportOrder, in device: DeviceMachine, isQuiet: Bool) {
        switch order {
        case .ended(let call, _), .updated(let call, _), .connected(let call):
            if isQuiet, !excusesReports, device.calls[call.systemID] == nil {
                note("a call was reported on that is over")
            }
        case .incoming(let call, _, _): endsReported.removeAll { $0 == call }
        case .connecting: break
        }
        guard case .ended(let call, _) = order else { return }
        if endsReported.contains(call), !excusesReports { note("the end of one call was told twice") }
        endsReported.append(call)
    }

    mutating func notice(_ observation: Observation) {
        switch observation {
        case .pushViolation: if !excusesPushes { note("the system counted a push without a report") }
        case .terminated(let reason, _):
            switch reason {
            case .forceQuit, .crash, .memory, .reboot, .deleted: break
            case .pushNotReported, .pushNotReportedInTime, .launchWatchdog, .backgroundTimeExceeded,
                .noSceneLifeCycle:
                note("the system killed the app: \(reason)")
            }
        case .hazard(let hazard): note("hazard: \(hazard)")
        case .call(.rings(let call, _)):
            guard !PhoneWorld.isTelephone(call) else { return }
            if rung.contains(call) { note("one call rang twice") }
            rung.append(call)
        case .recents(let entry):
            if inRecents.contains(entry.call) { note("one call stands twice in Recents") }
            inRecents.append(entry.call)
        default: break
        }
    }

    /// - Returns: the acknowledgements of the notification center.
    mutating func handled(_ order: NotificationOrder) -> [NotificationResponse] {
        switch order {
        case .missed(let call, _, _):
            if cutOff.contains(call) { note("a call that was cut off is told as missed") }
            report(of: call)
            noticedAsMissed.append(call)
            leftRinging.removeAll { $0 == call }
            return [.notice(call)]
        case .dropped(let call, _):
            report(of: call)
            cutOff.removeAll { $0 == call }
            return [.notice(call)]
        case .remove(let call):
            noticed.removeAll { $0 == call }
            noticedAsMissed.removeAll { $0 == call }
            return [.noticeRemoved(call)]
        case .askShown: return [.noticesShown(noticed)]
        case .unlockNeeded, .removeAlert: return []
        }
    }

    private mutating func report(of call: CallUUID) {
        if noticed.contains(call) { note("one call was told of twice") }
        noticed.append(call)
    }
}
