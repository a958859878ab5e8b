/// The phase of a connection.
public enum ConnectionPhase: Hashable, Sendable {
    /// Not connected: there is no need or no network.
    /// Leaves to: `connecting` (a need, a network).
    case offline
    /// The first connection is being made. The client limits the time.
    /// Leaves to: `ready`, `waiting` (failed), `refused`, `offline` (not needed).
    case connecting
    /// Registered.
    /// Leaves to: `reconnecting`, `waiting` (given up by the client), `offline` (not needed).
    case ready
    /// The connection was lost and the client is restoring it; its calls are kept.
    /// Leaves to: `ready`, `waiting`, `offline`.
    case reconnecting
    /// The next attempt waits for the retry timer.
    /// Leaves to: `connecting` (timer, network), `resting`, `offline` (not needed, no network).
    case waiting
    /// There were too many consecutive attempts, so the next one waits long.
    /// Leaves to: `connecting` (timer, network, a new need, wake), `offline` (not needed, no network).
    case resting
    /// The credentials were refused or are missing. Attempts are useless before they change.
    /// Leaves to: `connecting` (new credentials), `offline` (not needed).
    case refused

    /// Whether the retry timer runs.
    var awaitsRetry: Bool { self == .waiting || self == .resting }

    /// Whether the client is connected or connecting.
    var isUnderWay: Bool {
        switch self {
        case .connecting, .ready, .reconnecting: true
        case .offline, .waiting, .resting, .refused: false
        }
    }
}

/// The state of a registration's connection: `ClientState` of CarillonRTC, and the errors that its client threw.
public enum SignalingEvent: Hashable, Sendable {
    /// The first connection to the provider is being made.
    case connecting
    /// The client is registered. Calls can be placed and received.
    case ready
    /// The connection was lost and is being restored; its calls are kept.
    case reconnecting
    /// Not connected, and no attempt is under way.
    case disconnected(SignalingFailure?)
}

/// Why a connection failed and will not recover by itself.
public enum SignalingFailure: String, CaseIterable, Hashable, Sendable {
    /// The provider could not be reached.
    case unreachable
    /// The provider refused the credentials.
    case refused
    /// The registration has no credentials, or they cannot be read now.
    case noCredentials
}

/// Orders to the client of a registration.
public enum SignalingOrder: Hashable, Sendable {
    /// Connect with the stored credentials. It does nothing if the client is connected or connecting, unless no call uses
    /// the connection and its login is replaced (``CarrierLogin/replaces(_:)``): then the client reconnects.
    case connect(RegistrationID, CarrierLogin? = nil)
    /// Restore the connection at once, because the network changed under it. Its calls are kept and their media is
    /// restarted.
    case renew(RegistrationID)
    /// Close the connection. It does nothing if the connection is closed.
    case disconnect(RegistrationID)
}

/// The parameters of a carrier login beside the credentials.
public struct CarrierLogin: Hashable, Sendable {
    /// The edge where the call waits, if its push named one. The connection must go there.
    public var edge: VendorEdge?
    /// Whether a push announced a call that waits at the carrier, so that the phone must ask for it after registering.
    public var fetchesCalls: Bool
    /// The token for the carrier's own pushes; `nil` if the carrier sends none.
    public var token: DevicePushToken?
    /// The push environment of the build that ``token`` belongs to.
    public var environment: PushEnvironment

    public init(
        via edge: VendorEdge? = nil, fetchesCalls: Bool = false, token: DevicePushToken? = nil,
        environment: PushEnvironment = .production
    ) {
        self.edge = edge
        self.fetchesCalls = fetchesCalls
        self.token = token
        self.environment = environment
    }
}

extension CarrierLogin {
    /// Whether a call that waits at the carrier needs this login instead of the former one, if there was any: it goes over
    /// another edge or, unlike the former one, asks for the call.
    public func replaces(_ former: CarrierLogin?) -> Bool {
        edge != nil && edge != former?.edge || fetchesCalls && former?.fetchesCalls != true
    }
}
