/// The connections of all registrations whose credentials are on the device. Each connection decides by itself.
///
/// The names of organizations come from outside, so there are at most ``countMax`` registrations.
public struct Connections: Hashable, Sendable {
    /// The maximum number of registrations. A person belongs to few organizations; the system must bear one socket at
    /// each of their providers.
    public static let countMax = OrganizationLimits.countMax * SignalingProvider.allCases.count

    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// An event of one connection. The connection is created if it is unknown.
        case one(RegistrationID, ConnectionMachine.Event)
        /// The network changed, for all connections.
        case network(NetworkChange)
        /// The process resumed after it was suspended, or the person asked for another attempt.
        case nudged
        /// The credentials of a registration were removed. Its connection is closed and forgotten.
        case removed(RegistrationID)
    }

    /// An effect of one connection.
    public struct Effect: Hashable, Sendable {
        /// The registration whose connection it is.
        public let registration: RegistrationID
        /// The effect.
        public let effect: ConnectionMachine.Effect

        public init(_ registration: RegistrationID, _ effect: ConnectionMachine.Effect) {
            self.registration = registration
            self.effect = effect
        }
    }

    private struct Entry: Hashable, Sendable {
        let registration: RegistrationID
        var machine: ConnectionMachine
    }

    let limits: ConnectionLimits
    /// The connections, sorted by registration.
    private var entries: [Entry] = []
    /// The latest network change, which a new connection must know.
    private var network: NetworkChange?

    /// Begins without a connection.
    public init(limits: ConnectionLimits = ConnectionLimits()) {
        self.limits = limits
    }

    /// The registrations that have a connection, sorted.
    public var registrations: [RegistrationID] { entries.map(\.registration) }

    /// The phase of a registration's connection.
    public func phase(of registration: RegistrationID) -> ConnectionPhase {
        entries.first { $0.registration == registration }?.machine.phase ?? .offline
    }

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .one(let registration, let event):
            guard let index = index(of: registration) else { return }
            pass(index, event, into: &effects)
        case .network(let change):
            network = change
            for index in entries.indices { pass(index, .network(change), into: &effects) }
        case .nudged:
            for index in entries.indices { pass(index, .nudged, into: &effects) }
        case .removed(let registration):
            guard let index = entries.firstIndex(where: { $0.registration == registration }) else { return }
            for need in ConnectionNeed.allCases { pass(index, .need(need, false), into: &effects) }
            entries.remove(at: index)
        }
    }

    private mutating func pass(
        _ index: Int, _ event: ConnectionMachine.Event, into effects: inout [Effect]
    ) {
        var said: [ConnectionMachine.Effect] = []
        entries[index].machine.handle(event, into: &said)
        for effect in said { effects.append(Effect(entries[index].registration, effect)) }
    }

    /// The index of a registration, which is added if missing; `nil` if there are too many.
    private mutating func index(of registration: RegistrationID) -> Int? {
        let place = entries.firstIndex { $0.registration >= registration } ?? entries.endIndex
        if place < entries.endIndex, entries[place].registration == registration { return place }
        guard entries.count < Self.countMax else { return nil }
        var machine = ConnectionMachine(limits: limits)
        var nothing: [ConnectionMachine.Effect] = []
        if let network { machine.handle(.network(network), into: &nothing) }
        entries.insert(Entry(registration: registration, machine: machine), at: place)
        return place
    }

    /// Compares everything but the limits, which are the same throughout a process.
    public static func == (left: Connections, right: Connections) -> Bool {
        left.entries == right.entries && left.network == right.network
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(entries)
        hasher.combine(network)
    }
}

/// One need for the connection of one registration.
struct ConnectionDemand: Hashable, Comparable, Sendable {
    let registration: RegistrationID
    let need: ConnectionNeed

    static func < (left: ConnectionDemand, right: ConnectionDemand) -> Bool {
        (left.registration, left.need.rawValue) < (right.registration, right.need.rawValue)
    }
}
