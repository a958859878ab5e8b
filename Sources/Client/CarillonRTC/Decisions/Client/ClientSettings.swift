package import Verto

/// What a client's decisions depend on.
package struct ClientSettings: Hashable, Sendable {
    package var session: VertoClientConfiguration
    package var options: CallOptions
    /// The most calls at once; a further INVITE is answered as busy.
    package var callsMax: Int
    /// For the chance in reconnection delays; a run with the same seed is the same run.
    package var seed: UInt64
    /// Whether STUN and TURN servers come from elsewhere than the server.
    package var fetchesIceServers = false
    /// How long a call that the exchange has in the session and the client has not may wait for its INVITE, which comes at once
    /// for one that rings here. One that was placed by a process before this one has none, and is ended then.
    package var strayWait = Self.strayWaitUsual
    package static let strayWaitUsual = Duration.seconds(5)

    package init(session: VertoClientConfiguration, options: CallOptions, callsMax: Int, seed: UInt64) {
        self.session = session
        self.options = options
        self.callsMax = callsMax
        self.seed = seed
    }
}
