import DeviceModel

/// The device, the timers that run, what may still happen, and what the watch has noted.
struct DeviceState: Hashable, Sendable {
    var device: DeviceMachine
    /// Running timers, by their rank; any of them may fire next.
    var timers: [DeviceTimer] = []
    var pushesCome: UInt32 = 0
    var dialsLeft: Int
    var deathsLeft: Int
    var resetsLeft: Int
    var telephoneCame = false
    var watch = DeviceChecker()
    private let hasSlowDaemon: Bool
    private let forgetsExpired: Bool
    private let stopsTimers: Bool

    init(_ scope: DeviceScope) {
        device = DeviceMachine(policy: scope.profile.policy, processCountMax: 2)
        dialsLeft = scope.dials
        hasSlowDaemon = scope.hasSlowDaemon
        forgetsExpired = scope.app == .careful
        stopsTimers = scope.stopsTimers
        deathsLeft = scope.deaths
        resetsLeft = scope.hasReset ? 1 : 0
    }

    mutating func handle(_ event: DeviceEvent) {
        var effects: [DeviceEffect] = []
        device.handle(event, at: .zero, into: &effects)
        for effect in effects { run(effect) }
        watch.inspect(device, timers)
        followUp(effects)
    }

    /// What a world of quick daemons and a careful app does at once, so that it multiplies no states.
    private mutating func followUp(_ effects: [DeviceEffect]) {
        for effect in effects {
            switch effect {
            case .startTimer(let timer, _) where isInstant(timer):
                timers.removeAll { $0 == timer }
                handle(.timerFired(timer))
            case .callback(.calls(.timedOut(let action, _)), _) where forgetsExpired:
                app(.calls(.timeOutHandled(action)))
            case .startTimer, .stopTimer, .callback, .observe: break
            }
        }
    }

    private func isInstant(_ timer: DeviceTimer) -> Bool {
        guard !hasSlowDaemon else { return false }
        switch timer {
        case .providerConnection, .reportCompletion: return true
        default: return false
        }
    }

    mutating func app(_ event: AppEvent) {
        switch event {
        case .calls(.fulfill(let action)), .calls(.fail(let action)): watch.complete(action)
        default: break
        }
        handle(.app(event, from: device.process.generation))
    }

    private mutating func run(_ effect: DeviceEffect) {
        switch effect {
        case .startTimer(let timer, _):
            timers.removeAll { $0 == timer }
            timers.append(timer)
            timers.sort { $0.rank < $1.rank }
        case .stopTimer(let timer):
            guard stopsTimers else { return }
            timers.removeAll { $0 == timer }
        case .callback(let callback, let generation): watch.see(callback, to: generation)
        case .observe(let observation): watch.see(observation)
        }
    }
}
