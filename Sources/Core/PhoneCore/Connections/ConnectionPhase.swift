/// How a connection stands.
public enum ConnectionPhase: Hashable, Sendable {
    /// Not connected: nothing needs it, or there is no network.
    /// Leaves to: `connecting` (a need, a network).
    case offline
    /// The first way to the exchange. At most as long as the client takes for it.
    /// Leaves to: `ready`, `waiting` (failed), `refused`, `offline` (not needed).
    case connecting
    /// Registered.
    /// Leaves to: `reconnecting`, `waiting` (given up by the client), `offline` (not needed).
    case ready
    /// Lost, and being made again by the client; its calls are kept.
    /// Leaves to: `ready`, `waiting`, `offline`.
    case reconnecting
    /// The next attempt comes with the retry timer.
    /// Leaves to: `connecting` (timer, network), `resting`, `offline` (not needed, no network).
    case waiting
    /// Too many attempts in a row: the next one comes with the retry timer, but late.
    /// Leaves to: `connecting` (timer, network, a new need, wake), `offline` (not needed, no network).
    case resting
    /// The credentials are refused or missing: no use in trying before they change.
    /// Leaves to: `connecting` (new credentials), `offline` (not needed).
    case refused

    /// Whether the retry timer runs.
    var awaitsRetry: Bool { self == .waiting || self == .resting }

    /// Whether the client is connected or busy with it.
    var isUnderWay: Bool {
        switch self {
        case .connecting, .ready, .reconnecting: true
        case .offline, .waiting, .resting, .refused: false
        }
    }
}

/// How the connection of a registration stands: `ClientState` of CarillonRTC, and what its client threw.
public enum SignalingEvent: Hashable, Sendable {
    /// The first way to the provider.
    case connecting
    /// Registered: calls can be made and come in.
    case ready
    /// The connection was lost and is being made again; its calls are kept.
    case reconnecting
    /// Not connected, and nothing is tried.
    case disconnected(SignalingFailure?)
}

/// Why a connection is not there and will not come by itself.
public enum SignalingFailure: String, CaseIterable, Hashable, Sendable {
    /// The provider could not be reached.
    case unreachable
    /// The provider refused the credentials.
    case refused
    /// There are no credentials for this registration, or they cannot be read now.
    case noCredentials
}

/// What the client of a registration is told.
public enum SignalingOrder: Hashable, Sendable {
    /// Connects with the credentials stored for it. Harmless when connected or connecting, unless that is to another edge
    /// than one that is named, and no call lives on it: then the connection is made again.
    case connect(RegistrationID, CarrierLogin? = nil)
    /// Makes the connection again at once, because the network changed under it; its calls are kept and their media is
    /// restarted.
    case renew(RegistrationID)
    /// Closes. Harmless when closed.
    case disconnect(RegistrationID)
}

/// What a login at the carrier says beside the credentials.
public struct CarrierLogin: Hashable, Sendable {
    /// Where the call waits that the connection is for, if its push says so; the connection is to go there.
    public var edge: VendorEdge?
    /// Whether a call was announced by a push and waits there, to be asked for once the phone is registered.
    public var fetchesCalls: Bool
    /// What the carrier reaches this device by with pushes of its own; `nil`: it does not.
    public var token: PushToken?
    public var environment: PushEnvironment

    public init(
        via edge: VendorEdge? = nil, fetchesCalls: Bool = false, token: PushToken? = nil,
        environment: PushEnvironment = .production
    ) {
        self.edge = edge
        self.fetchesCalls = fetchesCalls
        self.token = token
        self.environment = environment
    }
}
