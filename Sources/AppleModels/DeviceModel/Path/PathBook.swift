/// The phone's way into the network, and who is told of it (C90–C94).
public struct PathBook: Hashable, Sendable {
    /// The most monitors of a process. It bounds the model.
    public static let monitorCountMax = 8

    /// What holds now.
    public private(set) var current: NetworkPath
    /// What will hold in turn, until a change is through.
    public private(set) var coming: [NetworkPath] = []
    /// By name.
    public private(set) var monitors: [PathMonitor] = []
    /// Whether the process is suspended.
    public private(set) var isSuspended = false
    private let policy: Constant<PathPolicy>

    public init(policy: PathPolicy, path: NetworkPath = .wifi()) {
        self.policy = Constant(policy)
        current = path
    }

    /// `currentPath` of a monitor: no way until its first update has run, then what holds now (C94).
    public func path(of monitor: PathMonitorID) -> NetworkPath {
        guard let index = index(of: monitor), case .running = monitors[index].stage else { return .none }
        return current
    }

    /// The app asks for something.
    public mutating func handle(_ request: PathRequest, into effects: inout [PathEffect]) {
        switch request {
        case .start(let id): start(id, &effects)
        case .cancel(let id): cancel(id, &effects)
        }
    }

    /// The phone's network becomes another, in the steps the policy says.
    public mutating func changed(to path: NetworkPath, into effects: inout [PathEffect]) {
        guard path != (coming.last ?? current) else { return }
        if !coming.isEmpty { effects.append(.stopTimer(.nextStep)) }
        coming = steps(to: path)
        takeStep(&effects)
    }

    /// A timer of this book has run out. One that is out of date has no effect.
    public mutating func timerFired(_ timer: PathTimer, into effects: inout [PathEffect]) {
        switch timer {
        case .firstUpdate(let id):
            guard let index = index(of: id), monitors[index].stage == .started, !isSuspended else { return }
            tell(index, &effects)
        case .nextStep:
            guard !coming.isEmpty else { return }
            takeStep(&effects)
        }
    }

    /// The process is suspended: nothing reaches it.
    public mutating func suspended() {
        isSuspended = true
    }

    /// It runs again. A monitor that missed something is told what holds now, once; not what was in between.
    public mutating func resumed(into effects: inout [PathEffect]) {
        guard isSuspended else { return }
        isSuspended = false
        for index in monitors.indices where monitors[index].stage == .started {
            effects.append(.stopTimer(.firstUpdate(monitors[index].id)))
            tell(index, &effects)
        }
        tellAll(&effects)
    }

    /// The process is gone, and its monitors with it.
    public mutating func processEnded(into effects: inout [PathEffect]) {
        for monitor in monitors where monitor.stage == .started {
            effects.append(.stopTimer(.firstUpdate(monitor.id)))
        }
        monitors.removeAll()
        isSuspended = false
    }

    private mutating func start(_ id: PathMonitorID, _ effects: inout [PathEffect]) {
        guard index(of: id) == nil, monitors.count < PathBook.monitorCountMax else { return }
        monitors.insert(
            PathMonitor(id: id, stage: .started), at: monitors.firstIndex { $0.id > id } ?? monitors.endIndex)
        effects.append(.startTimer(.firstUpdate(id), after: policy.value.firstUpdateDelay))
    }

    private mutating func cancel(_ id: PathMonitorID, _ effects: inout [PathEffect]) {
        guard let index = index(of: id) else {
            // Cancelled before it was started: it will never start.
            guard monitors.count < PathBook.monitorCountMax else { return }
            monitors.insert(
                PathMonitor(id: id, stage: .cancelled), at: monitors.firstIndex { $0.id > id } ?? monitors.endIndex)
            return
        }
        if monitors[index].stage == .started { effects.append(.stopTimer(.firstUpdate(id))) }
        monitors[index].stage = .cancelled
    }

    /// Joining Wi-Fi comes in several updates: an address first, names next, the rest later.
    private func steps(to path: NetworkPath) -> [NetworkPath] {
        var steps: [NetworkPath] = []
        let isHandover = current.status == .satisfied && path.status == .satisfied && current.used != path.used
        if isHandover, policy.value.handoverPassesThroughNothing { steps.append(.none) }
        if path.uses(.wifi), path.network != current.network {
            steps += path.beginnings.suffix(max(0, policy.value.joiningUpdateCount - 1))
        }
        return steps + [path]
    }

    private mutating func takeStep(_ effects: inout [PathEffect]) {
        current = coming.removeFirst()
        tellAll(&effects)
        if !coming.isEmpty { effects.append(.startTimer(.nextStep, after: policy.value.burstInterval)) }
    }

    private mutating func tellAll(_ effects: inout [PathEffect]) {
        guard !isSuspended else { return }
        for index in monitors.indices {
            switch monitors[index].stage {
            case .running(let told): if told != current { tell(index, &effects) }
            case .started, .cancelled: continue
            }
        }
    }

    private mutating func tell(_ index: Int, _ effects: inout [PathEffect]) {
        monitors[index].stage = .running(told: current)
        effects.append(.update(monitors[index].id, current))
    }

    private func index(of id: PathMonitorID) -> Int? {
        monitors.firstIndex { $0.id == id }
    }
}
