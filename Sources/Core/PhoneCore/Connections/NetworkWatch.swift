/// Decides when a change of the network path is one.
///
/// Compares whole paths, not kinds of interface: a new address on the same Wi-Fi leaves dead sockets behind.
/// Source: C90, C93 (observed), C94 (inferred).
public struct NetworkWatch: Hashable, Sendable {
    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// The path as reported. The first report is the first that is known: a monitor says of itself that there is no
        /// way until then. C94.
        case path(NetworkPath)
        /// The path as read when the process goes on after it was suspended: nothing was reported meanwhile. C94.
        case woke(NetworkPath)
        case timerFired(NetworkTimer)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        case changed(NetworkChange)
        /// One of the same name is replaced.
        case startTimer(NetworkTimer, after: Duration)
        case stopTimer(NetworkTimer)
    }

    let limits: NetworkLimits
    /// What is believed; `nil` before anything was.
    public private(set) var path: NetworkPath?
    /// What was seen last and is not believed yet.
    private var candidate: NetworkPath?
    /// Whether another network was seen since one was believed: what was connected did not survive that, also if the way
    /// is the same again.
    private var hasStrayed = false
    private var postponements: UInt8 = 0

    /// A watch that knows nothing yet.
    public init(limits: NetworkLimits = NetworkLimits()) {
        self.limits = limits
    }

    /// Whether something was seen that is not believed yet.
    public var isSettling: Bool { candidate != nil }

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .path(let seen): see(seen, into: &decisions)
        case .woke(let seen):
            if candidate != nil { decisions.append(.stopTimer(.settle)) }
            believe(seen, into: &decisions)
        case .timerFired(.settle):
            // A timer that was on its way when it was stopped finds nothing to believe.
            if let candidate { believe(candidate, into: &decisions) }
        }
    }

    private mutating func see(_ seen: NetworkPath, into decisions: inout [Decision]) {
        if seen == path, !hasStrayed {
            guard candidate != nil else { return }
            forgetCandidate()
            decisions.append(.stopTimer(.settle))
        } else if path == nil, candidate == nil, seen.isSatisfied {
            believe(seen, into: &decisions)
        } else if seen != candidate {
            consider(seen, into: &decisions)
        }
    }

    private mutating func consider(_ seen: NetworkPath, into decisions: inout [Decision]) {
        if candidate == nil {
            decisions.append(.startTimer(.settle, after: limits.settlingDuration))
        } else if postponements < limits.postponementsMax {
            postponements += 1
            decisions.append(.startTimer(.settle, after: limits.settlingDuration))
        }
        candidate = seen
        if seen != path, seen.isSatisfied, path?.isSatisfied == true { hasStrayed = true }
    }

    private mutating func forgetCandidate() {
        candidate = nil
        hasStrayed = false
        postponements = 0
    }

    private mutating func believe(_ seen: NetworkPath, into decisions: inout [Decision]) {
        let (before, isSame) = (path, !hasStrayed && path == seen)
        forgetCandidate()
        path = seen
        if !isSame, let change = Self.change(from: before, to: seen) { decisions.append(.changed(change)) }
    }

    /// What became of the way: another network, also where it is the same again after another was there.
    private static func change(from before: NetworkPath?, to after: NetworkPath) -> NetworkChange? {
        guard let kind = after.interface else {
            return before?.isSatisfied == false ? nil : .lost
        }
        guard let before else { return .seen(after) }
        guard let kindBefore = before.interface else { return .found(after) }
        if kind != kindBefore { return .moved(from: kindBefore, to: after) }
        return .renewed(after)
    }

    /// Equal watches decide alike; the limits are the same all through a process.
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

/// The way to the network, as the path monitor describes it.
public struct NetworkPath: Hashable, Sendable {
    /// What kind of interface is used.
    public enum Interface: String, CaseIterable, Hashable, Sendable, Codable {
        case wifi
        case cellular
        case wired
        case other
    }

    /// What is used; `nil` if there is no way.
    public var interface: Interface?
    /// Stands for the interface's name, addresses and gateways: another number is another network of the same kind.
    /// Source: C93 (observed).
    public var fingerprint: UInt32

    /// A path.
    public init(_ interface: Interface?, fingerprint: UInt32 = 0) {
        self.interface = interface
        self.fingerprint = fingerprint
    }

    /// Whether there is a way at all.
    public var isSatisfied: Bool { interface != nil }
}

/// What became of the way to the network, once it has stayed so for a moment.
public enum NetworkChange: Hashable, Sendable {
    /// The first that is known of the way: what was connected until now went over it. It is no change, so that nothing
    /// is made again for it. Source: apple-contract C94.
    case seen(NetworkPath)
    /// There is a way, where there was none.
    case found(NetworkPath)
    /// There is no way any more.
    case lost
    /// Another kind of interface is used, as between Wi-Fi and cellular.
    case moved(from: NetworkPath.Interface, to: NetworkPath)
    /// Another network of the same kind: sockets made over the old one are dead. Source: C93 (observed).
    case renewed(NetworkPath)

    /// Whether there is a way now.
    public var isReachable: Bool { self != .lost }
}

/// The figures of the network watch.
public struct NetworkLimits: Hashable, Sendable {
    /// How long a path must stay before it is believed: joining a Wi-Fi yields several updates, and a hand-over may
    /// pass through no path at all. Source: C90 (observed); requirements B10 (500 ms).
    public var settlingDuration: Duration = .milliseconds(500)
    /// How often a path that changes again may put off the decision; so nobody waits longer than four times the
    /// duration for a network that never rests.
    public var postponementsMax: UInt8 = 3

    /// The house's figures.
    public init() {}
}

/// Names the one deadline of the network watch.
public enum NetworkTimer: Hashable, Sendable {
    /// What was seen last has stayed for long enough to be believed. ``NetworkLimits/settlingDuration``.
    case settle
}
