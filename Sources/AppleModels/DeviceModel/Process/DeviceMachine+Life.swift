/// Launches, shows and hides the app.
extension DeviceMachine {
    mutating func handle(_ event: ProcessEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .openApp: open(into: &effects)
        case .leaveApp: leave(into: &effects)
        case .forceQuit: terminate(.forceQuit, into: &effects)
        case .crash:
            if process.runs { terminate(.crash, into: &effects) }
        case .reclaimMemory:
            if process.life != .foreground { terminate(.memory, into: &effects) }
        case .prewarm: prewarm(into: &effects)
        case .backgroundPush: wake(into: &effects)
        case .connectSceneInBackground:
            if process.life == .background { connectScene(into: &effects) }
        case .reinstall(let token):
            terminate(.deleted, into: &effects)
            reinstall(token, into: &effects)
        }
    }

    /// Brings the app to the screen. A locked phone asks for the passcode instead and drops the opening.
    ///
    /// - Parameter opening: the call or link that the scene is asked to open. A scene that does not exist yet is told
    ///   when it connects.
    mutating func open(for opening: SceneTarget? = nil, into effects: inout [DeviceEffect]) {
        guard lock == .unlocked else { return effects.append(.observe(.unlockRequested)) }
        let isConnected = process.scene != .unattached || !manifest.usesScenes
        switch process.life {
        case .notRunning, .prewarmed:
            launch(inBackground: false, into: &effects)
            if process.life != .notRunning { process.opening = opening }
        case .launching:
            process.opening = opening ?? process.opening
            change(to: .launching(inBackground: false), into: &effects)
        case .background, .suspended:
            if !isConnected { process.opening = opening }
            enterForeground(into: &effects)
        case .foreground: break
        }
        if isConnected, let opening { call(.process(.sceneOpens(opening)), into: &effects) }
    }

    /// Moves the app to the background.
    mutating func leave(into effects: inout [DeviceEffect]) {
        switch process.life {
        case .launching: change(to: .launching(inBackground: true), into: &effects)
        case .foreground:
            call(.process(.sceneWillResignActive), into: &effects)
            process.scene = .background
            change(to: .background, into: &effects)
            call(.process(.sceneEnteredBackground), into: &effects)
        case .notRunning, .prewarmed, .background, .suspended: break  // The app is not on the screen.
        }
    }

    /// Lets the process run in the background: starts it or wakes it.
    mutating func wake(into effects: inout [DeviceEffect]) {
        switch process.life {
        case .notRunning, .prewarmed: launch(inBackground: true, into: &effects)
        case .suspended: change(to: .background, into: &effects)
        case .launching, .background, .foreground: break  // The process runs already.
        }
    }

    mutating func change(to life: ProcessPhase, into effects: inout [DeviceEffect]) {
        process.life = life
        effects.append(.observe(.process(life, process.generation)))
    }

    private mutating func prewarm(into effects: inout [DeviceEffect]) {
        guard policy.process.prewarms, process.life == .notRunning, lock != .beforeFirstUnlock else { return }
        process.begin(nextGeneration)
        change(to: .prewarmed, into: &effects)
        call(.process(.prewarmed), into: &effects)
    }

    private mutating func enterForeground(into effects: inout [DeviceEffect]) {
        change(to: .foreground, into: &effects)
        connectScene(into: &effects)
        call(.process(.sceneWillEnterForeground), into: &effects)
        process.scene = .active
        call(.process(.sceneBecameActive), into: &effects)
        showHiddenCalls(into: &effects)
    }

    private mutating func connectScene(into effects: inout [DeviceEffect]) {
        guard process.scene == .unattached, manifest.usesScenes else { return }
        process.scene = .background
        call(.process(.sceneConnected(for: process.opening)), into: &effects)
        process.opening = nil
    }
}

/// Launches the process.
extension DeviceMachine {
    private mutating func launch(inBackground: Bool, into effects: inout [DeviceEffect]) {
        if process.life != .prewarmed { process.begin(nextGeneration) }
        guard manifest.usesScenes || !policy.process.requiresScenes else {
            process.end()
            return effects.append(.observe(.terminated(.noSceneLifeCycle, process.generation)))
        }
        change(to: .launching(inBackground: inBackground), into: &effects)
        effects.append(.startTimer(.launchWatchdog, after: policy.process.launchLimit))
        call(.process(.launched(isInBackground: inBackground)), into: &effects)
    }

    mutating func handle(_ request: ProcessRequest, into effects: inout [DeviceEffect]) {
        switch request {
        case .launchFinished: finishLaunch(into: &effects)
        case .beginBackgroundTask(let task):
            if !process.backgroundTasks.contains(task) { process.backgroundTasks.append(task) }
        case .endBackgroundTask(let task): process.backgroundTasks.removeAll { $0 == task }
        }
    }

    private mutating func finishLaunch(into effects: inout [DeviceEffect]) {
        guard case .launching(let isInBackground) = process.life else { return }
        effects.append(.stopTimer(.launchWatchdog))
        guard isInBackground else { return enterForeground(into: &effects) }
        change(to: .background, into: &effects)
        if policy.process.backgroundLaunchConnectsScene { connectScene(into: &effects) }
    }

    /// Kills a process that is still launching.
    mutating func watchLaunch(into effects: inout [DeviceEffect]) {
        guard case .launching = process.life else { return }
        terminate(.launchWatchdog, into: &effects)
    }
}

/// Ends the process.
extension DeviceMachine {
    /// Ends the process and drops its objects. Its calls end, unless the policy has the daemon leave them.
    mutating func terminate(_ reason: TerminationReason, into effects: inout [DeviceEffect]) {
        guard process.life != .notRunning else { return }
        let generation = process.generation
        stopProcessTimers(into: &effects)
        process.end()
        effects.append(.observe(.terminated(reason, generation)))
        effects.append(.observe(.process(.notRunning, generation)))
        abandonPushes(afterCrash: reason == .crash, into: &effects)
        abandonCalls(into: &effects)
        audio.endProcess()
    }

    private mutating func stopProcessTimers(into effects: inout [DeviceEffect]) {
        if case .launching = process.life { effects.append(.stopTimer(.launchWatchdog)) }
        setClock(.stopped, into: &effects)
    }
}

/// An event of the app's process that comes from the person or the system.
public enum ProcessEvent: Hashable, Sendable {
    /// The person opens the app.
    case openApp
    /// The person leaves the app for the home screen.
    case leaveApp
    /// The person removes the app from the app switcher.
    case forceQuit
    /// The app crashes.
    case crash
    /// The system kills the process to get its memory. A process in the foreground is spared.
    case reclaimMemory
    /// The system starts the process in advance, up to `main`.
    case prewarm
    /// A push that gives the app a moment in the background starts or wakes the process.
    case backgroundPush
    /// The system connects a scene in the background.
    case connectSceneInBackground
    /// The app is deleted and installed again, with a new token.
    case reinstall(token: PushTokenID)
}

/// The reason why a process was killed.
public enum TerminationReason: Hashable, Sendable {
    /// The push delegate returned without a report: `NSInternalInconsistencyException`.
    case pushNotReported
    /// The daemon found no report some seconds after the push: code `0xBAADCA11`.
    case pushNotReportedInTime
    /// `didFinishLaunching` took too long: code `0x8BADF00D`.
    case launchWatchdog
    /// The app did not end its background tasks in time.
    case backgroundTimeExceeded
    /// The person removed the app from the app switcher.
    case forceQuit
    /// The app crashed.
    case crash
    /// The system needed the memory.
    case memory
    /// The phone was restarted.
    case reboot
    /// The app was deleted.
    case deleted
    /// The app lacks the scene life cycle, which this system requires.
    case noSceneLifeCycle
}
