import CallModel
import DeviceModel
import PhoneCore

/// Watches a phone and its device from outside and notes whatever must never happen. It decides nothing.
package struct PhoneChecker: Hashable, Sendable {
    /// What happened that must never happen, oldest first.
    package private(set) var violations: [String] = []
    /// Actions of the system that wait to be completed.
    private(set) var openActions: [SystemActionID] = []
    /// Actions that the system waited for until it was started anew, while the phone is told of that.
    private var forgottenActions: [SystemActionID] = []
    /// Calls that were rung for, in their order.
    private(set) var rung: [SystemCallID] = []
    /// Calls that the person finds in Recents.
    private(set) var inRecents: [SystemCallID] = []
    /// Calls of which a notification tells.
    private(set) var noticed: [CallUUID] = []
    /// Calls that the end of the process cut off, and of which no notification tells yet.
    private(set) var cutOff: [CallUUID] = []
    /// Calls that rang when a process ended, as its record says, and of which nothing was heard since.
    private(set) var leftRinging: [CallUUID] = []
    /// Calls whose end this process has told the system.
    private var endsTold: [CallUUID] = []
    private var isPushUnreported = false
    /// Organisations whose credentials were used for a call of another's.
    var strangeCredentials: [OrganizationID] = []
    /// Whether a push without a report is nobody's fault now.
    var excusesPushes = false
    /// Whether a report on a call that is over is no fault now.
    var excusesReports = false
    /// Calls of which the notification on the screen says that they were missed.
    private(set) var noticedAsMissed: [CallUUID] = []

    mutating func note(_ violation: String) { violations.append(violation) }

    mutating func pushBegins(mustReport: Bool) { isPushUnreported = mustReport }

    mutating func pushEnds() {
        if isPushUnreported { note("a push went without a report") }
        isPushUnreported = false
    }

    mutating func actionBegins(_ action: SystemActionID) { openActions.append(action) }

    /// The system waits for none of its actions any more. No completion of one reaches it.
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
    ///   - calls: those that are lost with it.
    ///   - ringing: those of which the next process knows that they rang.
    mutating func processEnds(losing calls: [CallUUID], ringing: [CallUUID]) {
        cutOff += calls
        leftRinging += ringing.filter { call in !calls.contains(call) && !leftRinging.contains(call) }
        openActions = []
        endsTold = []
        isPushUnreported = false
    }

    /// A call is announced.
    mutating func announcedAgain(as isNamed: (CallUUID) -> Bool) { leftRinging.removeAll(where: isNamed) }

    /// Looks at an effect before it is carried out.
    ///
    /// - Parameter isQuiet: whether the phone knows all that the device has to tell: what it does in ignorance is no fault.
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
        case .incoming(let call, _, _): endsTold.removeAll { $0 == call }
        case .connecting: break
        }
        guard case .ended(let call, _) = order else { return }
        if endsTold.contains(call), !excusesReports { note("the end of one call was told twice") }
        endsTold.append(call)
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

    /// - Returns: what the notification centre says to it.
    mutating func told(_ order: NotificationOrder) -> [Acknowledgement] {
        switch order {
        case .missed(let call, _, _):
            if cutOff.contains(call) { note("a call that was cut off is told as missed") }
            tell(of: call)
            noticedAsMissed.append(call)
            leftRinging.removeAll { $0 == call }
            return [.notice(call)]
        case .dropped(let call, _):
            tell(of: call)
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

    private mutating func tell(of call: CallUUID) {
        if noticed.contains(call) { note("one call was told of twice") }
        noticed.append(call)
    }
}
