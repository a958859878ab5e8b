import DeviceModel

/// Follows what a device does, and notes the first thing it must never do.
struct DeviceChecker: Hashable, Sendable {
    /// What went wrong.
    private(set) var fault: String?
    /// Actions the app was asked for and that neither it nor the system is done with.
    private var open: [ActionID] = []
    /// Actions that timed out.
    private var expired: [ActionID] = []
    /// Calls that are in Recents and have not rung or been dialed again since.
    private var listed: [SystemCallID] = []
    private var isActivated = false
    private var dead: [ProcessGeneration] = []
    private var isSuspended = false
    private var isRevoked = false

    mutating func note(_ fault: String) {
        if self.fault == nil { self.fault = fault }
    }

    mutating func see(_ callback: AppCallback, to generation: ProcessGeneration) {
        if dead.contains(generation) { note("a dead process was called: \(callback)") }
        if isSuspended { note("a suspended process was called: \(callback)") }
        switch callback {
        case .calls(let callback): see(callback)
        case .push(.incoming) where isRevoked: note("a push was delivered though pushes are revoked")
        case .push, .audio, .process: break
        }
    }

    /// The app completes an action, its own or one that was taken from it.
    mutating func complete(_ id: ActionID) {
        open.removeAll { $0 == id }
        expired.removeAll { $0 == id }
    }

    private mutating func see(_ callback: CallCallback) {
        switch callback {
        case .perform(let action, _, _):
            if open.contains(action.id) || expired.contains(action.id) { note("an action's number was given twice") }
            open.append(action.id)
        case .timedOut(let id, _):
            if !open.contains(id) { note("an action timed out that the app had completed, or never had") }
            open.removeAll { $0 == id }
            expired.append(id)
        case .didActivate:
            if isActivated { note("the session was activated twice") }
            isActivated = true
        case .didDeactivate:
            if !isActivated { note("a session was deactivated that was not active") }
            isActivated = false
        case .didBegin, .didReset, .reportCompleted, .requestCompleted, .callChanged: break
        }
    }

    mutating func see(_ observation: Observation) {
        switch observation {
        case .recents(let entry):
            if listed.contains(entry.call) { note("a call is in Recents twice") }
            listed.append(entry.call)
            listed.sort()
        case .call(.rings(let id, _)), .call(.ringsWithoutScreen(let id)): listed.removeAll { $0 == id }
        case .process(let life, let generation):
            isSuspended = life == .suspended
            if life == .notRunning { forget(generation) }
        case .pushesRevoked: isRevoked = true
        default: break
        }
    }

    /// A process is gone, and so are the requests to it.
    private mutating func forget(_ generation: ProcessGeneration) {
        dead = [generation]
        open = []
        expired = []
        isActivated = false
    }

    /// Compares the watch's own states with the device's, and the timers with their causes.
    mutating func inspect(_ device: DeviceMachine, _ timers: [DeviceTimer]) {
        let given = device.calls.actions.filter(\.isDelivered)
        open.removeAll { id in !given.contains { $0.action.id == id && !$0.isExpired } }
        expired.removeAll { id in !given.contains { $0.action.id == id && $0.isExpired } }
        for timer in timers where !Self.hasCause(timer, in: device) { note("a timer runs without a cause: \(timer)") }
        for pending in device.calls.actions where !pending.isExpired {
            if !timers.contains(.action(pending.action.id)) { note("an action has no time-out") }
        }
        if device.process.life == .suspended, device.calls.hasOwnCalls { note("suspended during a call") }
        if device.audio.condition.isRecording, device.audio.activation == .none { note("recording without a session") }
    }

    private static func hasCause(_ timer: DeviceTimer, in device: DeviceMachine) -> Bool {
        switch timer {
        case .pushCheck(let push):
            device.pushes.delivery?.id == push || device.pushes.waiting.contains { $0.id == push }
        case .providerConnection(let provider): device.calls.provider?.id == provider
        case .reportCompletion(let report): device.calls.reports.contains { $0.id == report }
        case .ringLimit(let call): device.calls[call]?.phase == .ringing
        case .action(let action): device.calls.actions.contains { $0.action.id == action && !$0.isExpired }
        case .neglectedCall(let call): device.calls[call]?.isNeglected == true
        case .suspension: device.process.clock == .untilSuspension
        case .launchWatchdog:
            if case .launching = device.process.life { true } else { false }
        case .backgroundTime: device.process.clock == .untilTasksExpire
        case .backgroundGrace: device.process.clock == .untilKilled
        }
    }
}
