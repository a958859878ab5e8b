import DeviceModel

/// A phone with a clock of its own. Every step returns what followed from it.
struct TestPhone {
    var device: DeviceMachine
    private(set) var now = Duration.zero
    private(set) var timers: [(timer: DeviceTimer, due: Duration)] = []

    init(
        _ profile: DeviceProfile = .ios26, app: AppManifest = AppManifest(),
        changing change: (inout DevicePolicy) -> Void = { _ in }
    ) {
        var policy = profile.policy
        change(&policy)
        device = DeviceMachine(policy: policy, app: app)
    }

    @discardableResult
    mutating func handle(_ event: DeviceEvent) -> Turn {
        var turn = Turn()
        device.handle(event, at: now, into: &turn.effects)
        run(turn.effects)
        return turn
    }

    @discardableResult
    mutating func world(_ event: ExternalEvent) -> Turn { handle(.world(event)) }

    @discardableResult
    mutating func person(_ event: UserAction) -> Turn { world(.person(event)) }

    /// The process that lives now calls a framework.
    @discardableResult
    mutating func app(_ event: AppEvent) -> Turn { handle(.app(event, from: device.process.generation)) }

    @discardableResult
    mutating func app(_ request: CallRequest) -> Turn { app(.calls(request)) }

    /// Moves time forward; timers that are due on the way fire.
    @discardableResult
    mutating func wait(_ duration: Duration) -> Turn {
        let end = now + duration
        var turn = Turn()
        while let next = timers.enumerated().filter({ $0.element.due <= end }).min(by: {
            $0.element.due < $1.element.due
        }) {
            let timer = timers.remove(at: next.offset)
            now = timer.due
            turn.effects += handle(.timerFired(timer.timer)).effects
        }
        now = end
        return turn
    }

    private mutating func run(_ effects: [DeviceEffect]) {
        for effect in effects {
            switch effect {
            case .startTimer(let timer, let delay):
                timers.removeAll { $0.timer == timer }
                timers.append((timer, now + delay))
            case .stopTimer(let timer): timers.removeAll { $0.timer == timer }
            case .callback, .observe: break
            }
        }
    }
}
