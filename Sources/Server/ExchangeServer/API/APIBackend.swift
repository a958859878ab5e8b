internal import CallModel
internal import Dispatch
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore
internal import Redaction

/// What the routes work on: the exchange on its event loop, and the database beside it.
struct APIBackend: Sendable {
    let eventLoop: any EventLoop
    let gateway: NIOLoopBound<VertoGateway>
    let admission: NIOLoopBound<ConnectionAdmission>
    let flushes: NIOLoopBound<FlushQueue>
    let database: ExchangeDatabase
    let clock: WallClock
    let tokens: [APIToken]
    let iceServers: [IceServerEntry]
    let limits: ServerLimits
    /// Calls an earlier run left without an end.
    let callsLostByRestart: Int
    private let queue = DispatchQueue(label: "carillon.api.database", attributes: .concurrent)

    init(
        eventLoop: any EventLoop, gateway: NIOLoopBound<VertoGateway>, admission: NIOLoopBound<ConnectionAdmission>,
        flushes: NIOLoopBound<FlushQueue>, database: ExchangeDatabase, clock: WallClock,
        configuration: ExchangeConfiguration, callsLostByRestart: Int
    ) {
        self.eventLoop = eventLoop
        self.gateway = gateway
        self.admission = admission
        self.flushes = flushes
        self.database = database
        self.clock = clock
        tokens = configuration.apiTokens
        iceServers = configuration.iceServers
        limits = configuration.limits
        self.callsLostByRestart = callsLostByRestart
    }

    /// Reads or changes something of the exchange on its event loop.
    func onLoop<Value: Sendable>(_ body: @escaping @Sendable (VertoGateway) throws -> Value) async throws -> Value {
        try await eventLoop.submit { try body(gateway.value) }.get()
    }

    /// Asks the database, on a thread that may wait for it.
    func inDatabase<Value: Sendable>(
        _ body: @escaping @Sendable (ExchangeDatabase) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try body(database) }) }
        }
    }

    /// Who asks, by the `Authorization` header; nil when that proves nothing.
    func asker(authorization: String?) async throws -> APIAsker? {
        guard let authorization else { return nil }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let proof = String(parts[1])
        switch parts[0].lowercased() {
        case "bearer":
            let digest = APIToken.digest(of: proof)
            // Every token is compared, so that the time does not tell which.
            let matching = tokens.filter { $0.matches(digest: digest) }
            return matching.first.map { .operatorToken(name: $0.name) }
        case "basic":
            guard let credentials = BasicCredentials(base64: proof) else { return nil }
            return try await onLoop { gateway in
                gateway.directory.authenticate(login: credentials.login, password: credentials.password).map {
                    .user($0.user)
                }
            }
        default:
            return nil
        }
    }

    /// A call, from memory or from the journal.
    func report(of session: CallSessionID) async throws -> CallReport? {
        let clock = clock
        let remembered = try await onLoop { gateway in
            gateway.runner.exchange.status(of: session).map { CallReport($0, clock: clock) }
        }
        if let remembered { return remembered }
        return try await inDatabase { try $0.call(session).map { CallReport($0) } }
    }
}
