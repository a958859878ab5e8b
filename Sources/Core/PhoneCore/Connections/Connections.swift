/// The connections of every registration whose credentials are on the device, each decided by itself.
///
/// The names of organisations come from outside; there are at most ``countMax`` registrations.
public struct Connections: Hashable, Sendable {
    /// One person belongs to few organisations; a socket at each of their providers is what the system must bear.
    public static let countMax = OrganizationLimits.countMax * SignalingProvider.allCases.count

    /// What happens to them.
    public enum Event: Hashable, Sendable {
        /// To one of them; it comes into being if it was not known.
        case one(RegistrationID, ConnectionKeeper.Event)
        /// The network is the same for all.
        case network(NetworkChange)
        /// The process goes on after it was suspended.
        case nudged
        /// Credentials of a registration are gone: its connection is closed and forgotten.
        case removed(RegistrationID)
    }

    /// What is said of one of them.
    public struct Decision: Hashable, Sendable {
        public let registration: RegistrationID
        public let decision: ConnectionKeeper.Decision

        public init(_ registration: RegistrationID, _ decision: ConnectionKeeper.Decision) {
            self.registration = registration
            self.decision = decision
        }
    }

    private struct Entry: Hashable, Sendable {
        let registration: RegistrationID
        var keeper: ConnectionKeeper
    }

    let limits: ConnectionLimits
    /// In the order of their names.
    private var entries: [Entry] = []
    /// Whether a connection that comes into being finds a network.
    private var network: NetworkChange?

    public init(limits: ConnectionLimits = ConnectionLimits()) {
        self.limits = limits
    }

    /// The registrations that have a connection, in order.
    public var registrations: [RegistrationID] { entries.map(\.registration) }

    /// How the connection of a registration stands.
    public func phase(of registration: RegistrationID) -> ConnectionPhase {
        entries.first { $0.registration == registration }?.keeper.phase ?? .offline
    }

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .one(let registration, let event):
            guard let index = index(of: registration) else { return }
            tell(index, event, at: now, into: &decisions)
        case .network(let change):
            network = change
            for index in entries.indices { tell(index, .network(change), at: now, into: &decisions) }
        case .nudged:
            for index in entries.indices { tell(index, .nudged, at: now, into: &decisions) }
        case .removed(let registration):
            guard let index = entries.firstIndex(where: { $0.registration == registration }) else { return }
            for need in ConnectionNeed.allCases { tell(index, .need(need, false), at: now, into: &decisions) }
            entries.remove(at: index)
        }
    }

    private mutating func tell(
        _ index: Int, _ event: ConnectionKeeper.Event, at now: Duration, into decisions: inout [Decision]
    ) {
        var said: [ConnectionKeeper.Decision] = []
        entries[index].keeper.handle(event, at: now, into: &said)
        for decision in said { decisions.append(Decision(entries[index].registration, decision)) }
    }

    /// The place of a registration, made if need be; `nil` when there are too many.
    private mutating func index(of registration: RegistrationID) -> Int? {
        let place = entries.firstIndex { $0.registration >= registration } ?? entries.endIndex
        if place < entries.endIndex, entries[place].registration == registration { return place }
        guard entries.count < Self.countMax else { return nil }
        var keeper = ConnectionKeeper(limits: limits)
        var nothing: [ConnectionKeeper.Decision] = []
        if let network { keeper.handle(.network(network), at: .zero, into: &nothing) }
        entries.insert(Entry(registration: registration, keeper: keeper), at: place)
        return place
    }

    /// Equal sets of connections decide alike; the limits are the same all through a process.
    public static func == (left: Connections, right: Connections) -> Bool {
        left.entries == right.entries && left.network == right.network
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        hasher.combine(network)
    }
}

/// One thing that the connection of one registration is needed for.
struct ConnectionWish: Hashable, Comparable, Sendable {
    let registration: RegistrationID
    let need: ConnectionNeed

    static func < (left: ConnectionWish, right: ConnectionWish) -> Bool {
        (left.registration, left.need.rawValue) < (right.registration, right.need.rawValue)
    }
}
