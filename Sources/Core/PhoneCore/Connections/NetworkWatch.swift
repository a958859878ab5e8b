/// Decides when a change of the network path counts.
///
/// It compares whole paths, not kinds of interface, because a new address on the same Wi-Fi leaves dead sockets behind.
/// Source: C90, C93 (observed), C94 (assumed).
public struct NetworkWatch: Hashable, Sendable {
    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// The path monitor reported a path. The first report is the first known path: until then a monitor claims that
        /// there is none. C94.
        case path(NetworkPath)
        /// The current path when the process resumes after it was suspended; no changes were reported meanwhile. C94.
        case woke(NetworkPath)
        /// A timer has run out.
        case timerFired(NetworkTimer)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// The accepted path changed.
        case changed(NetworkChange)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(NetworkTimer, after: Duration)
        /// Stops a timer, if it runs.
        case stopTimer(NetworkTimer)
    }

    let limits: NetworkLimits
    /// The accepted path; `nil` before the first one.
    public private(set) var path: NetworkPath?
    /// The latest reported path, while it is not accepted yet.
    private var candidate: NetworkPath?
    /// Whether another network was reported since the accepted one. Connections did not survive that, even if the first
    /// network is back.
    private var hasStrayed = false
    private var postponements: UInt8 = 0

    /// Creates a watch without a path.
    public init(limits: NetworkLimits = NetworkLimits()) {
        self.limits = limits
    }

    /// Whether a reported path is not accepted yet.
    public var isSettling: Bool { candidate != nil }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .path(let seen): see(seen, into: &effects)
        case .woke(let seen):
            if candidate != nil { effects.append(.stopTimer(.settle)) }
            believe(seen, into: &effects)
        case .timerFired(.settle):
            // A timer that fires although it was stopped finds no candidate.
            if let candidate { believe(candidate, into: &effects) }
        }
    }

    private mutating func see(_ seen: NetworkPath, into effects: inout [Effect]) {
        if seen == path, !hasStrayed {
            guard candidate != nil else { return }
            forgetCandidate()
            effects.append(.stopTimer(.settle))
        } else if path == nil, candidate == nil, seen.isSatisfied {
            believe(seen, into: &effects)
        } else if seen != candidate {
            consider(seen, into: &effects)
        }
    }

    private mutating func consider(_ seen: NetworkPath, into effects: inout [Effect]) {
        if candidate == nil {
            effects.append(.startTimer(.settle, after: limits.settlingDuration))
        } else if postponements < limits.postponementsMax {
            postponements += 1
            effects.append(.startTimer(.settle, after: limits.settlingDuration))
        }
        candidate = seen
        if seen != path, seen.isSatisfied, path?.isSatisfied == true { hasStrayed = true }
    }

    private mutating func forgetCandidate() {
        candidate = nil
        hasStrayed = false
        postponements = 0
    }

    private mutating func believe(_ seen: NetworkPath, into effects: inout [Effect]) {
        let (before, isSame) = (path, !hasStrayed && path == seen)
        forgetCandidate()
        path = seen
        if !isSame, let change = Self.change(from: before, to: seen) { effects.append(.changed(change)) }
    }

    /// The change between two paths. It is another network even if the same one is back after another.
    private static func change(from before: NetworkPath?, to after: NetworkPath) -> NetworkChange? {
        guard let kind = after.interface else {
            return before?.isSatisfied == false ? nil : .lost
        }
        guard let before else { return .seen(after) }
        guard let kindBefore = before.interface else { return .found(after) }
        if kind != kindBefore { return .moved(from: kindBefore, to: after) }
        return .renewed(after)
    }

    /// Compares everything but the limits, which are the same throughout a process.
    public static func == (left: NetworkWatch, right: NetworkWatch) -> Bool {
        left.path == right.path && left.candidate == right.candidate && left.hasStrayed == right.hasStrayed
            && left.postponements == right.postponements
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(candidate)
        hasher.combine(hasStrayed)
        hasher.combine(postponements)
    }
}

/// The network path, as the path monitor describes it.
public struct NetworkPath: Hashable, Sendable {
    /// The kind of an interface.
    public enum Interface: String, CaseIterable, Hashable, Sendable, Codable {
        case wifi
        case cellular
        /// Ethernet, by an adapter.
        case wired
        /// Any other interface, such as a VPN's.
        case other
    }

    /// The interface in use; `nil` if there is no network.
    public var interface: Interface?
    /// A hash of the names of the interfaces, of the gateways and of the families of addresses. Another value means another
    /// network of the same kind.
    /// Source: C93 (observed).
    public var fingerprint: UInt32

    /// Creates a path.
    public init(_ interface: Interface?, fingerprint: UInt32 = 0) {
        self.interface = interface
        self.fingerprint = fingerprint
    }

    /// Whether there is a network.
    public var isSatisfied: Bool { interface != nil }
}

/// A change of the network path that has settled.
public enum NetworkChange: Hashable, Sendable {
    /// The first known path. Existing connections use it, so nothing is restored for it. Source: C94.
    case seen(NetworkPath)
    /// A network is available again.
    case found(NetworkPath)
    /// The network was lost.
    case lost
    /// The kind of interface changed, as between Wi-Fi and cellular.
    case moved(from: NetworkPath.Interface, to: NetworkPath)
    /// Another network of the same kind is used. Sockets over the old one are dead. Source: C93 (observed).
    case renewed(NetworkPath)

    /// Whether there is a network now.
    public var isReachable: Bool { self != .lost }
}

/// The limits of the network watch.
public struct NetworkLimits: Hashable, Sendable {
    /// How long a path must stay before it is accepted. Joining a Wi-Fi yields several updates, and a handover may pass
    /// through no path at all. Source: C90 (observed); the 500 ms are a judgment.
    public var settlingDuration: Duration = .milliseconds(500)
    /// How often another change of the path may postpone the decision. With 3, the watch decides within four times the
    /// duration even if the network never settles.
    public var postponementsMax: UInt8 = 3

    /// Creates the default limits.
    public init() {}
}

/// The timer of the network watch.
public enum NetworkTimer: Hashable, Sendable {
    /// The latest path has stayed long enough to be accepted. ``NetworkLimits/settlingDuration``.
    case settle
}
