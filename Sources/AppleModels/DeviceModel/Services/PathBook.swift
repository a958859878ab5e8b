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

/// What the app asks of a path monitor.
public enum PathRequest: Hashable, Sendable {
    case start(PathMonitorID)
    case cancel(PathMonitorID)
}

/// What follows for the device from something that happened to the network.
public enum PathEffect: Hashable, Sendable {
    /// Calls a monitor's handler in the app.
    case update(PathMonitorID, NetworkPath)
    case startTimer(PathTimer, after: Duration)
    case stopTimer(PathTimer)
}

/// What the path book waits for.
public enum PathTimer: Hashable, Sendable {
    /// The first update of a monitor.
    case firstUpdate(PathMonitorID)
    /// The next step of a change that comes in several.
    case nextStep
}

/// One of the app's path monitors.
public struct PathMonitor: Hashable, Sendable {
    /// How far it is. A monitor that was never started is not in the book.
    public enum Stage: Hashable, Sendable {
        /// Waits for its first update.
        /// Leaves to: `running` (told), `cancelled`.
        case started
        /// Was told this, and is told every change.
        /// Leaves to: `cancelled`.
        case running(told: NetworkPath)
        /// For good (C91).
        case cancelled
    }

    public let id: PathMonitorID
    public internal(set) var stage: Stage
}

/// The app's own name for a path monitor.
public struct PathMonitorID: Hashable, Sendable, Comparable {
    /// The number behind the name; means nothing by itself.
    public let value: UInt8

    /// Names it by a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// The order of the numbers.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// What the system knows of the way out: `NWPath`.
public struct NetworkPath: Hashable, Sendable {
    /// Whether there is one.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case satisfied, unsatisfied
        /// There would be one if somebody connected.
        case requiresConnection
    }

    public var status: Status
    /// What exists, the preferred first. More than what is used (C92).
    public var available: [NetworkInterface]
    /// What the path takes.
    public var used: [NetworkInterface]
    /// Which network it is: another Wi-Fi, another address or a VPN is another number although its type is the same.
    public var network: UInt8
    public var supportsDNS: Bool
    public var supportsIPv6: Bool
    public var isExpensive: Bool
    public var isConstrained: Bool

    public init(
        status: Status, available: [NetworkInterface], used: [NetworkInterface], network: UInt8,
        supportsDNS: Bool = true, supportsIPv6: Bool = true, isExpensive: Bool = false, isConstrained: Bool = false
    ) {
        self.status = status
        self.available = available
        self.used = used
        self.network = network
        self.supportsDNS = supportsDNS
        self.supportsIPv6 = supportsIPv6
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
    }

    /// `usesInterfaceType(_:)`.
    public func uses(_ interface: NetworkInterface) -> Bool { used.contains(interface) }
}

extension NetworkPath {
    /// No way out.
    public static let none = NetworkPath(
        status: .unsatisfied, available: [], used: [], network: 0, supportsDNS: false, supportsIPv6: false)

    /// Over Wi-Fi, with cellular as the second choice.
    public static func wifi(network: UInt8 = 1) -> NetworkPath {
        NetworkPath(status: .satisfied, available: [.wifi, .cellular], used: [.wifi], network: network)
    }

    /// Over cellular alone.
    public static func cellular(network: UInt8 = 100) -> NetworkPath {
        NetworkPath(
            status: .satisfied, available: [.cellular], used: [.cellular], network: network, isExpensive: true)
    }

    /// This path while it is being set up, the earliest first: without names and IPv6, then without IPv6.
    var beginnings: [NetworkPath] {
        var addressed = self
        addressed.supportsIPv6 = false
        var bare = addressed
        bare.supportsDNS = false
        return [bare, addressed]
    }
}

/// A kind of way into the network.
public enum NetworkInterface: String, Hashable, Sendable, CaseIterable {
    case wifi, cellular, wiredEthernet
    /// A VPN's tunnel, and whatever else there is.
    case other
}
