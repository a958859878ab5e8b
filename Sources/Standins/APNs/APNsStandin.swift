internal import NIOCore
internal import NIOPosix

/// A running stand-in for Apple Push Notification service: HTTP/2 over TLS on one port, and its control on another.
///
/// It enforces all known rules of the service, keeps nothing after its end, and listens on loopback by default.
public final class APNsStandin: Sendable {
    /// The port of the push service on loopback. Its certificate covers `localhost` and `127.0.0.1`.
    public let port: Int
    /// The port of the control, over plain HTTP.
    public let controlPort: Int
    /// The authority that a client has to trust, as PEM.
    public let authorityPEM: String
    /// The credential with which a client signs, if the stand-in created it.
    public let credential: APNsCredential
    /// The clock by which tokens and pushes expire.
    public let clock: StandinClock

    private let apnsHost: APNsHost
    private let group: MultiThreadedEventLoopGroup
    private let listener: APNsListener
    private let control: HTTPListener

    /// - Parameters:
    ///   - configuration: if it has no key, one is created: `credential`.
    ///   - host: the address to listen on.
    ///   - port: the port of the push service; 0 for a free one.
    ///   - controlPort: the port of the control; 0 for a free one.
    ///   - clock: the clock of the stand-in, which a test may advance.
    ///   - onLine: called for every request.
    public static func start(
        _ configuration: APNsConfiguration = APNsConfiguration(), host: String = "127.0.0.1", port: Int = 0,
        controlPort: Int = 0, clock: StandinClock = StandinClock(),
        onLine: (@Sendable (StandinLogEntry) -> Void)? = nil
    ) async throws -> APNsStandin {
        var configuration = configuration
        let credential = APNsCredential.make()
        if configuration.keys.isEmpty { configuration.keys = [credential.key] }
        let authority = try StandinAuthority()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let apnsHost = APNsHost(configuration, clock: clock, loop: group.any(), onLine: onLine)
        do {
            let listener = try await APNsListener.start(
                host: host, port: port, tls: authority.serverContext(protocols: ["h2"]), apnsHost: apnsHost, on: group)
            let apnsControl = APNsControl(apnsHost: apnsHost)
            let control = try await HTTPListener.start(
                host: host, port: controlPort, tls: nil, on: group, clock: clock
            ) { StandinAnswer(apnsControl.answer($0)) }
            return try APNsStandin(apnsHost, credential, authority.certificatePEM, group, listener, control)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private init(
        _ apnsHost: APNsHost, _ credential: APNsCredential, _ authorityPEM: String,
        _ group: MultiThreadedEventLoopGroup,
        _ listener: APNsListener, _ control: HTTPListener
    ) {
        self.apnsHost = apnsHost
        self.credential = credential
        self.authorityPEM = authorityPEM
        self.group = group
        self.listener = listener
        self.control = control
        clock = apnsHost.clock
        port = listener.port
        controlPort = control.port
    }

    /// Closes every connection and the ports.
    public func stop() async {
        await listener.stop()
        await control.stop()
        apnsHost.finish()
        try? await group.shutdownGracefully()
    }

    /// Registers a device, with a simulated phone if one is given.
    public func register(_ device: APNsDevice, phone: SimulatedPhone? = nil) {
        apnsHost.with { machine, _ in _ = machine.register(device, phone: phone) }
    }

    /// Invalidates the token of a device, now or at a moment since 1970.
    public func unregister(_ token: String, at moment: Duration? = nil) {
        apnsHost.with { machine, now in _ = machine.unregister(token, at: moment ?? now) }
    }

    /// Plans a fault.
    public func plan(_ fault: APNsFault) {
        apnsHost.with { machine, _ in _ = machine.plan(fault) }
    }

    /// Removes all planned faults.
    public func forgetFaults() {
        apnsHost.with { machine, _ in machine.forgetFaults() }
    }

    /// Applies an action at a phone.
    public func phone(_ token: String, _ action: PhoneStep) {
        apnsHost.with { machine, now in _ = machine.phone(token, action, at: now) }
    }

    /// The newest accepted pushes, oldest first.
    public var received: [ReceivedPush] { apnsHost.with { machine, _ in machine.pushes.all } }

    /// The total time spent on decisions.
    public var workingTime: Duration { apnsHost.work.total }

    /// The total number of accepted pushes.
    public var receivedCount: Int { apnsHost.with { machine, _ in machine.pushes.total } }

    /// The number of requests by result: a reason, or `accepted`.
    public var counts: [String: Int] { apnsHost.with { machine, _ in machine.counts } }

    /// The newest events on the phones, oldest first.
    public var phoneEvents: [PhonePushEvent] { apnsHost.with { machine, _ in machine.phoneEvents.all } }

    /// A stream of all pushes from now on.
    public func pushes() -> AsyncStream<ReceivedPush> { apnsHost.pushStream() }

    /// A stream of all events on the phones from now on.
    public func phoneEventStream() -> AsyncStream<PhonePushEvent> { apnsHost.phoneEventStream() }
}

/// The rules and limits of a stand-in for APNs.
public struct APNsConfiguration: Hashable, Sendable {
    /// The streams allowed before the first valid token. Source: Apple, "Establishing a token-based connection to
    /// APNs".
    static let streamsBeforeToken = 1

    /// The environment that the stand-in plays.
    public var environment: APNsStandinEnvironment = .production
    /// The keys whose provider tokens are accepted. If there are none, the stand-in makes one.
    public var keys: [APNsKey] = []
    /// The topics of the team; other topics are disallowed. Empty allows every topic.
    public var topics: [String] = []
    /// The streams allowed at once after the first valid token. Apple documents no number; 1,000 is common (observed).
    public var streamsAtOnce = 1_000
    /// The rate of pushes to one device before 429; nil for no limit. Apple documents no number.
    public var deviceRate: StandinRate? = StandinRate(100, per: .seconds(1))
    /// Whether a push to a token that was never registered is accepted.
    public var acceptsUnknownDevices = false
    /// Whether the interval between token changes applies to all connections of a team, as the forum reports; otherwise
    /// to each connection.
    public var judgesTokenChangesByTeam = true
    /// How many of the newest pushes and deliveries are kept. It bounds the memory of a long run.
    public var keptCount = 10_000

    public init() {}
}
