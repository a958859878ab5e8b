package import ExchangeCarrier
internal import ExchangeCore
package import ExchangePush
package import ExchangeStorage
internal import Foundation
public import Logging
internal import NIOCore
internal import NIOPosix
internal import NIOSSL
internal import Synchronization
public import Trace

/// A running exchange: Verto over WebSocket and the HTTP API on one port.
///
/// Isolation: any task. One event loop decides and talks; the journal has a thread of its own.
public final class ExchangeServer: Sendable {
    /// The port it listens on, also when a free one was asked for.
    public let port: Int
    /// How many calls of an earlier run were found without an end, and ended as failed.
    public let callsLostByRestart: Int
    /// How many such calls were answered, and go on.
    public let callsRecoveredByRestart: Int

    /// How the attendant that takes messages reaches it; nil when the configuration has no voicemail.
    public let attendantAccess: AttendantAccess?
    /// Tells of every change that may be seen from outside.
    package let changes: ChangeSignal
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    /// Who takes messages: a name no user may have then.
    public static let attendantLogin = "voicemail"

    let parts: ServerParts

    private init(parts: ServerParts, port: Int, attendant: AttendantAccess?, changes: ChangeSignal) {
        self.parts = parts
        self.changes = changes
        self.port = port
        attendantAccess = attendant
        callsLostByRestart = parts.earlier.counts.lost
        callsRecoveredByRestart = parts.earlier.counts.recovered
    }

    /// Starts an exchange and returns once it listens.
    ///
    /// - Parameters:
    ///   - trace: takes every event and effect of the exchange, redacted.
    ///   - logger: where it logs; nil: standard error, at the configuration's level.
    /// - Throws: `ExchangeServerError` saying what is wrong and what to do.
    public static func start(
        _ configuration: ExchangeConfiguration, trace: (any TraceSink)? = nil, logger: Logger? = nil
    ) async throws(ExchangeServerError) -> ExchangeServer {
        try await start(configuration, trace: trace, logger: logger, ringClock: SystemRingClock())
    }

    /// The same, with clocks for calls to numbers, for pushes and for what is deleted by age that a test can push forward,
    /// with slow work on passwords that it can hold up, and with what tells of changes.
    package static func start(
        _ configuration: ExchangeConfiguration, trace: (any TraceSink)? = nil, logger: Logger? = nil,
        ringClock: any RingClock = SystemRingClock(), pushClock: PushClock = PushClock(), time: SystemTime = .machine(),
        passwordWork: PasswordVerifier.Work = .argon2id, changes: ChangeSignal = ChangeSignal()
    ) async throws(ExchangeServerError) -> ExchangeServer {
        try configuration.listen.check(tls: configuration.tls)
        let parts = try await ServerParts.assemble(
            configuration, trace: trace, logger: logger, ringClock: ringClock, pushClock: pushClock, time: time,
            passwordWork: passwordWork, changes: changes)
        do throws(ExchangeServerError) {
            let (port, attendant) = try await parts.listen()
            return ExchangeServer(parts: parts, port: port, attendant: attendant, changes: changes)
        } catch {
            await parts.stop()
            throw error
        }
    }

    /// What an exchange would find at a path, with its key, made if there is nothing; while no exchange has it.
    package static func database(at path: String) throws(ExchangeServerError) -> ExchangeDatabase {
        try OpenedStore.open(path: path).1.database
    }

    /// The HTTP API's addresses as they are routed, such as `GET /api/users/{name}`.
    package var routes: [String] { parts.routes }

    /// The moment calls to numbers wait for; nil while there is work for them.
    package var ringsRestUntil: Duration? { get async { await parts.rings.engine.restsUntil } }

    /// Has every look for a session fail from now on.
    package func loseSessions() throws(StorageError) { try parts.store.loseSessions() }

    /// Has the database grow no further, as on a full disk; or lets it grow again.
    package func fillStore(_ isFull: Bool) throws(StorageError) { try parts.store.fill(isFull) }

    /// Makes users, numbers, the certificate, API tokens, limits, ICE servers and the log's level those of a configuration,
    /// without dropping a call; one that cannot be read or followed changes nothing. Either is logged. Not to be called
    /// again before it has returned.
    ///
    /// - Parameter read: gives the configuration; its error is logged as the reason.
    /// - Returns: whether the configuration holds now.
    @discardableResult
    public func reload(_ read: () throws -> ExchangeConfiguration) async -> Bool {
        do {
            let waiting = try await parts.reload(try read())
            let rest =
                waiting.isEmpty ? "" : "; at the next start also what changed of \(waiting.joined(separator: ", "))"
            parts.logger.notice("the configuration was read again and holds from now on\(rest)")
            return true
        } catch {
            parts.logger.error("the configuration was NOT changed, the old one holds: \(error)")
            return false
        }
    }

    /// Stops in order: accepts nobody any more, closes every socket with 1001, stores what is left of the journal.
    ///
    /// Returns when everything is closed, after at most `ServerParts.drainWait` of patience with clients; whoever asks
    /// again waits for the same end.
    public func stop() async {
        let parts = parts
        let end = stopping.withLock { stopping in
            let end = stopping ?? Task { await parts.stop() }
            stopping = end
            return end
        }
        await end.value
    }
}

/// What holds up a running exchange at a point at which a test has something else happen.
extension ExchangeServer {
    /// Has no credential of a user be issued or taken away as long as the body takes. What begins to wait for that is told by
    /// ``changes``.
    ///
    /// - Throws: `ExchangeServerError` when the exchange does not run.
    package func holdCredentials<Value>(of user: String, _ body: () async throws -> Value) async throws -> Value {
        guard let turns = parts.backend?.credentialTurns else {
            throw ExchangeServerError(.configuration, "the exchange does not run")
        }
        turns.onWait { [changes] in changes.tell() }
        return try await turns.run(of: user, body)
    }

    /// How many changes of a user's credentials wait.
    package func credentialChangesWaiting(of user: String) -> Int {
        parts.backend?.credentialTurns.waitingCount(for: user) ?? 0
    }
}

/// Why the exchange could not start, or what is wrong with its configuration.
///
/// `description` says what, where and what to do; it never holds a password, a token or a number.
public struct ExchangeServerError: Error, Hashable, CustomStringConvertible {
    /// What kind of trouble it is.
    public struct Code: Hashable, Sendable {
        /// A file or a command line that says something the exchange cannot follow.
        public static let configuration = Code(name: "configuration")
        /// The address cannot be listened on, or must not be in plain text.
        public static let listen = Code(name: "listen")
        /// The certificate or the key cannot be used.
        public static let tls = Code(name: "tls")
        /// The database cannot be opened or written.
        public static let storage = Code(name: "storage")

        let name: String
    }

    public let code: Code
    /// What is wrong, where, and what to do about it. Safe to log.
    public let context: String

    init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.name): \(context)" }
}
