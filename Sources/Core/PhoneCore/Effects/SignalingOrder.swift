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
