/// The phone's network path and the app's path monitors (C90–C94).
public struct PathMonitorState: Hashable, Sendable {
    /// The most monitors of a process. It bounds the model.
    public static let monitorCountMax = 8

    /// The current path.
    public private(set) var current: DevicePath
    /// The paths that follow in turn until a change is complete.
    public private(set) var coming: [DevicePath] = []
    /// The app's monitors, sorted by ID.
    public private(set) var monitors: [PathMonitor] = []
    /// Whether the process is suspended.
    public private(set) var isSuspended = false
    private let policy: Constant<PathPolicy>

    /// Makes a network without monitors, with this path.
    public init(policy: PathPolicy, path: DevicePath = .wifi()) {
        self.policy = Constant(policy)
        current = path
    }

    /// `currentPath` of a monitor: no path until its first update, then the current path (C94).
    public func path(of monitor: PathMonitorID) -> DevicePath {
        guard let index = index(of: monitor), case .running = monitors[index].stage else { return .none }
        return current
    }

    /// Handles a call of the app.
    public mutating func handle(_ request: PathRequest, into effects: inout [PathEffect]) {
        switch request {
        case .start(let id): start(id, &effects)
        case .cancel(let id): cancel(id, &effects)
        }
    }

    /// Changes the phone's network, in as many steps as the policy says.
    public mutating func changed(to path: DevicePath, into effects: inout [PathEffect]) {
        guard path != (coming.last ?? current) else { return }
        if !coming.isEmpty { effects.append(.stopTimer(.nextStep)) }
        coming = steps(to: path)
        applyStep(&effects)
    }

    /// Handles a timer of the monitors. An outdated timer has no effect.
    public mutating func timerFired(_ timer: PathTimer, into effects: inout [PathEffect]) {
        switch timer {
        case .firstUpdate(let id):
            guard let index = index(of: id), monitors[index].stage == .started, !isSuspended else { return }
            sendUpdate(index, &effects)
        case .nextStep:
            guard !coming.isEmpty else { return }
            applyStep(&effects)
        }
    }

    /// Suspends the process. No update reaches it from then on.
    public mutating func suspended() {
        isSuspended = true
    }

    /// Resumes the process. A monitor that missed changes gets the current path once, not the paths in between.
    public mutating func resumed(into effects: inout [PathEffect]) {
        guard isSuspended else { return }
        isSuspended = false
        for index in monitors.indices where monitors[index].stage == .started {
            effects.append(.stopTimer(.firstUpdate(monitors[index].id)))
            sendUpdate(index, &effects)
        }
        sendUpdates(&effects)
    }

    /// Removes all monitors, as the process has ended.
    public mutating func processEnded(into effects: inout [PathEffect]) {
        for monitor in monitors where monitor.stage == .started {
            effects.append(.stopTimer(.firstUpdate(monitor.id)))
        }
        monitors.removeAll()
        isSuspended = false
    }

    private mutating func start(_ id: PathMonitorID, _ effects: inout [PathEffect]) {
        guard index(of: id) == nil, monitors.count < PathMonitorState.monitorCountMax else { return }
        monitors.insert(
            PathMonitor(id: id, stage: .started), at: monitors.firstIndex { $0.id > id } ?? monitors.endIndex)
        effects.append(.startTimer(.firstUpdate(id), after: policy.value.firstUpdateDelay))
    }

    private mutating func cancel(_ id: PathMonitorID, _ effects: inout [PathEffect]) {
        guard let index = index(of: id) else {
            // The monitor was canceled before its start, so it will never start.
            guard monitors.count < PathMonitorState.monitorCountMax else { return }
            monitors.insert(
                PathMonitor(id: id, stage: .cancelled), at: monitors.firstIndex { $0.id > id } ?? monitors.endIndex)
            return
        }
        if monitors[index].stage == .started { effects.append(.stopTimer(.firstUpdate(id))) }
        monitors[index].stage = .cancelled
    }

    /// The steps of a change. Joining a Wi-Fi brings several updates: first an address, then name resolution, then the
    /// rest.
    private func steps(to path: DevicePath) -> [DevicePath] {
        var steps: [DevicePath] = []
        let isHandover = current.status == .satisfied && path.status == .satisfied && current.used != path.used
        if isHandover, policy.value.handoverPassesThroughNothing { steps.append(.none) }
        if path.uses(.wifi), path.network != current.network {
            steps += path.beginnings.suffix(max(0, policy.value.joiningUpdateCount - 1))
        }
        return steps + [path]
    }

    private mutating func applyStep(_ effects: inout [PathEffect]) {
        current = coming.removeFirst()
        sendUpdates(&effects)
        if !coming.isEmpty { effects.append(.startTimer(.nextStep, after: policy.value.burstInterval)) }
    }

    private mutating func sendUpdates(_ effects: inout [PathEffect]) {
        guard !isSuspended else { return }
        for index in monitors.indices {
            switch monitors[index].stage {
            case .running(let sent): if sent != current { sendUpdate(index, &effects) }
            case .started, .cancelled: continue
            }
        }
    }

    private mutating func sendUpdate(_ index: Int, _ effects: inout [PathEffect]) {
        monitors[index].stage = .running(sent: current)
        effects.append(.update(monitors[index].id, current))
    }

    private func index(of id: PathMonitorID) -> Int? {
        monitors.firstIndex { $0.id == id }
    }
}

/// A call by the app into a path monitor.
public enum PathRequest: Hashable, Sendable {
    case start(PathMonitorID)
    case cancel(PathMonitorID)
}

/// An effect of a change of the network.
public enum PathEffect: Hashable, Sendable {
    /// Calls a monitor's handler in the app.
    case update(PathMonitorID, DevicePath)
    case startTimer(PathTimer, after: Duration)
    case stopTimer(PathTimer)
}

/// A timer of the path monitors.
public enum PathTimer: Hashable, Sendable {
    /// The first update of a monitor is due.
    case firstUpdate(PathMonitorID)
    /// The next step of a change is due.
    case nextStep
}

/// One of the app's path monitors.
public struct PathMonitor: Hashable, Sendable {
    /// The stage of a monitor. A monitor that was never started is not recorded.
    public enum Stage: Hashable, Sendable {
        /// The monitor waits for its first update.
        /// Leaves to: `running` (first update), `cancelled`.
        case started
        /// The monitor was last updated with this path and gets every change.
        /// Leaves to: `cancelled`.
        case running(sent: DevicePath)
        /// The monitor is canceled for good (C91).
        case cancelled
    }

    /// The monitor's number.
    public let id: PathMonitorID
    /// Whether the monitor was started, has been updated, or is canceled.
    public internal(set) var stage: Stage
}

/// The app's own number for a path monitor.
public struct PathMonitorID: Hashable, Sendable, Comparable {
    /// The number; it has no meaning of its own.
    public let value: UInt8

    /// Makes an ID from a number.
    public init(_ value: UInt8) {
        self.value = value
    }

    /// IDs are ordered by number.
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// A network path as the system describes it: `NWPath`.
public struct DevicePath: Hashable, Sendable {
    /// Whether the path can carry traffic.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        case satisfied, unsatisfied
        /// A connection attempt would establish the path.
        case requiresConnection
    }

    /// Whether the path can carry traffic.
    public var status: Status
    /// The interfaces that exist, the preferred one first. The path may not use all of them (C92).
    public var available: [NetworkInterface]
    /// The interfaces that the path uses.
    public var used: [NetworkInterface]
    /// The number of the network. Another Wi-Fi, another address or a VPN has another number although its type is the
    /// same.
    public var network: UInt8
    /// Whether names can be resolved over the path.
    public var supportsDNS: Bool
    /// Whether the path routes IPv6.
    public var supportsIPv6: Bool
    /// Whether the system calls the path expensive, such as cellular or a hotspot.
    public var isExpensive: Bool
    /// Whether the person turned on Low Data Mode for the path.
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

extension DevicePath {
    /// No network.
    public static let none = DevicePath(
        status: .unsatisfied, available: [], used: [], network: 0, supportsDNS: false, supportsIPv6: false)

    /// A path over Wi-Fi, with cellular as the second choice.
    public static func wifi(network: UInt8 = 1) -> DevicePath {
        DevicePath(status: .satisfied, available: [.wifi, .cellular], used: [.wifi], network: network)
    }

    /// A path over cellular alone.
    public static func cellular(network: UInt8 = 100) -> DevicePath {
        DevicePath(
            status: .satisfied, available: [.cellular], used: [.cellular], network: network, isExpensive: true)
    }

    /// The stages of this path while it is set up, the earliest first: without name resolution and IPv6, then without
    /// IPv6.
    var beginnings: [DevicePath] {
        var addressed = self
        addressed.supportsIPv6 = false
        var bare = addressed
        bare.supportsDNS = false
        return [bare, addressed]
    }
}

/// A kind of network interface.
public enum NetworkInterface: String, Hashable, Sendable, CaseIterable {
    case wifi, cellular, wiredEthernet
    /// A VPN's tunnel, or any other kind.
    case other
}
