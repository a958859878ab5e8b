internal import NIOCore
internal import NIOPosix

/// A stand-in for Apple Push Notification service that runs: HTTP/2 over TLS on one port, its control on another.
///
/// It is as strict as the service is known to be, forgets everything at the end, and listens on this machine only.
public final class APNsStandin: Sendable {
    /// The port of the push service on loopback; `localhost` and `127.0.0.1` are in its certificate.
    public let port: Int
    /// The port of the control, plain HTTP.
    public let controlPort: Int
    /// What a client has to trust, as PEM.
    public let authorityPEM: String
    /// What a client signs with, when the stand-in made it.
    public let credential: APNsCredential
    public let clock: StandinClock

    private let desk: APNsDesk
    private let group: MultiThreadedEventLoopGroup
    private let listener: APNsListener
    private let control: HTTPListener

    /// - Parameters:
    ///   - configuration: when it names no key, one is made: `credential`.
    ///   - onLine: told of every request.
    public static func start(
        _ configuration: APNsConfiguration = APNsConfiguration(), host: String = "127.0.0.1", port: Int = 0,
        controlPort: Int = 0, clock: StandinClock = StandinClock(),
        onLine: (@Sendable (StandinLine) -> Void)? = nil
    ) async throws -> APNsStandin {
        var configuration = configuration
        let credential = APNsCredential.make()
        if configuration.keys.isEmpty { configuration.keys = [credential.key] }
        let authority = try StandinAuthority()
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let desk = APNsDesk(configuration, clock: clock, loop: group.any(), onLine: onLine)
        do {
            let listener = try await APNsListener.start(
                host: host, port: port, tls: authority.serverContext(protocols: ["h2"]), desk: desk, on: group)
            let door = APNsControl(desk: desk)
            let control = try await HTTPListener.start(
                host: host, port: controlPort, tls: nil, on: group, clock: clock
            ) { StandinAnswer(door.answer($0)) }
            return try APNsStandin(desk, credential, authority.certificatePEM, group, listener, control)
        } catch {
            try? await group.shutdownGracefully()
            throw error
        }
    }

    private init(
        _ desk: APNsDesk, _ credential: APNsCredential, _ authorityPEM: String, _ group: MultiThreadedEventLoopGroup,
        _ listener: APNsListener, _ control: HTTPListener
    ) {
        self.desk = desk
        self.credential = credential
        self.authorityPEM = authorityPEM
        self.group = group
        self.listener = listener
        self.control = control
        clock = desk.clock
        port = listener.port
        controlPort = control.port
    }

    /// Ends every connection.
    public func stop() async {
        await listener.stop()
        await control.stop()
        desk.finish()
        try? await group.shutdownGracefully()
    }

    /// Lets a device be known, with a phone behind the token if one is given.
    public func register(_ device: APNsDevice, phone: SimulatedPhone? = nil) {
        desk.with { machine, _ in _ = machine.register(device, phone: phone) }
    }

    /// The token of a device stops being good, now or at a moment since 1970.
    public func unregister(_ token: String, at moment: Duration? = nil) {
        desk.with { machine, now in _ = machine.unregister(token, at: moment ?? now) }
    }

    /// Something goes wrong from now on.
    public func plan(_ fault: APNsFault) {
        desk.with { machine, _ in _ = machine.plan(fault) }
    }

    /// Nothing more goes wrong.
    public func forgetFaults() {
        desk.with { machine, _ in machine.forgetFaults() }
    }

    /// Something happens at a phone.
    public func phone(_ token: String, _ deed: PhoneDeed) {
        desk.with { machine, now in _ = machine.phone(token, deed, at: now) }
    }

    /// The newest pushes that were taken, oldest first.
    public var received: [ReceivedPush] { desk.with { machine, _ in machine.pushes.all } }

    /// For how long it has been deciding in all.
    public var workingTime: Duration { desk.work.total }

    /// How many pushes were taken in all.
    public var receivedCount: Int { desk.with { machine, _ in machine.pushes.total } }

    /// Requests by what became of them: a reason, or `accepted`.
    public var counts: [String: Int] { desk.with { machine, _ in machine.counts } }

    /// The newest things that happened on the phones, oldest first.
    public var happenings: [PhoneHappening] { desk.with { machine, _ in machine.happenings.all } }

    /// Every push from now on.
    public func pushes() -> AsyncStream<ReceivedPush> { desk.pushStream() }

    /// Everything on the phones from now on.
    public func phoneHappenings() -> AsyncStream<PhoneHappening> { desk.happeningStream() }
}
