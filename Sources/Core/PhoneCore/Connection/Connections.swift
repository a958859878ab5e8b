/// The connections of every organisation whose credentials are on the device, each decided by itself.
///
/// The names of organisations come from outside; there are at most ``countMax`` of them.
public struct Connections: Hashable, Sendable {
    /// One person belongs to few organisations; a socket each is what the system must bear.
    public static let countMax = 16

    /// What happens to them.
    public enum Event: Hashable, Sendable {
        /// To one of them; it comes into being if it was not known.
        case one(OrganizationID, ConnectionKeeper.Event)
        /// The network is the same for all.
        case network(NetworkChange)
        /// The process goes on after it was suspended.
        case nudged
        /// Credentials of an organisation are gone: its connection is closed and forgotten.
        case removed(OrganizationID)
    }

    /// What is said of one of them.
    public struct Decision: Hashable, Sendable {
        public let organization: OrganizationID
        public let decision: ConnectionKeeper.Decision

        public init(_ organization: OrganizationID, _ decision: ConnectionKeeper.Decision) {
            self.organization = organization
            self.decision = decision
        }
    }

    private struct Entry: Hashable, Sendable {
        let organization: OrganizationID
        var keeper: ConnectionKeeper
    }

    let limits: ConnectionLimits
    /// In the order of their organisations' names.
    private var entries: [Entry] = []
    /// Whether a connection that comes into being finds a network.
    private var network: NetworkChange?

    public init(limits: ConnectionLimits = ConnectionLimits()) {
        self.limits = limits
    }

    /// The organisations that have a connection, in order.
    public var organizations: [OrganizationID] { entries.map(\.organization) }

    /// How the connection of an organisation stands.
    public func phase(of organization: OrganizationID) -> ConnectionPhase {
        entries.first { $0.organization == organization }?.keeper.phase ?? .offline
    }

    /// Takes one event.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .one(let organization, let event):
            guard let index = index(of: organization) else { return }
            tell(index, event, at: now, into: &decisions)
        case .network(let change):
            network = change
            for index in entries.indices { tell(index, .network(change), at: now, into: &decisions) }
        case .nudged:
            for index in entries.indices { tell(index, .nudged, at: now, into: &decisions) }
        case .removed(let organization):
            guard let index = entries.firstIndex(where: { $0.organization == organization }) else { return }
            for need in ConnectionNeed.allCases { tell(index, .need(need, false), at: now, into: &decisions) }
            entries.remove(at: index)
        }
    }

    private mutating func tell(
        _ index: Int, _ event: ConnectionKeeper.Event, at now: Duration, into decisions: inout [Decision]
    ) {
        var said: [ConnectionKeeper.Decision] = []
        entries[index].keeper.handle(event, at: now, into: &said)
        for decision in said { decisions.append(Decision(entries[index].organization, decision)) }
    }

    /// The place of an organisation, made if need be; `nil` when there are too many.
    private mutating func index(of organization: OrganizationID) -> Int? {
        let place = entries.firstIndex { $0.organization >= organization } ?? entries.endIndex
        if place < entries.endIndex, entries[place].organization == organization { return place }
        guard entries.count < Self.countMax else { return nil }
        var keeper = ConnectionKeeper(limits: limits)
        var nothing: [ConnectionKeeper.Decision] = []
        if let network { keeper.handle(.network(network), at: .zero, into: &nothing) }
        entries.insert(Entry(organization: organization, keeper: keeper), at: place)
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
