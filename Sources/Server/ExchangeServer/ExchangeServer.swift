package import Clocks
internal import ExchangeCarrier
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
/// Isolation: any task. One event loop makes decisions and handles connections; the journal has a thread of its own.
public final class ExchangeServer: Sendable {
    /// The port that it listens on, also when a free one was requested.
    public let port: Int
    /// The number of unfinished calls of an earlier run that were ended as failed.
    public let callsLostByRestart: Int
    /// The number of unfinished calls that were answered and continue.
    public let callsRecoveredByRestart: Int

    /// The access of the attendant that takes messages; nil when the configuration has no voicemail.
    public let attendantAccess: AttendantAccess?
    /// Signals every change that is visible from outside.
    package let changes: ChangeSignal
    private let stopping = Mutex<Task<Void, Never>?>(nil)

    /// The attendant's user name, which no user may have when the configuration has voicemail.
    public static let attendantLogin = MailboxLimits.attendantUser

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
    ///   - configuration: where to listen, whom to let in and what to store, read from a file or made in code.
    ///   - trace: receives every event and effect of the exchange, redacted.
    ///   - logger: the logger; nil: standard error, at the configuration's level.
    /// - Throws: `ExchangeServerError` with the problem and its remedy.
    public static func start(
        _ configuration: ExchangeConfiguration, trace: (any TraceSink)? = nil, logger: Logger? = nil
    ) async throws(ExchangeServerError) -> ExchangeServer {
        try await start(configuration, trace: trace, logger: logger, calendarClock: SystemClock())
    }

    /// The same for tests, with clocks that they can advance for calls to numbers, pushes and retention, with password
    /// work that they can delay, and with a signal of changes.
    package static func start(
        _ configuration: ExchangeConfiguration, trace: (any TraceSink)? = nil, logger: Logger? = nil,
        calendarClock: any TimeSource = SystemClock(), pushClock: PushClock = PushClock(),
        time: any TimeSource = SystemClock(),
        passwordWork: PasswordVerifier.Work = .argon2id, changes: ChangeSignal = ChangeSignal()
    ) async throws(ExchangeServerError) -> ExchangeServer {
        try configuration.listen.check(tls: configuration.tls)
        let parts = try await ServerParts.assemble(
            configuration, trace: trace, logger: logger, calendarClock: calendarClock, pushClock: pushClock, time: time,
            passwordWork: passwordWork, changes: changes)
        do throws(ExchangeServerError) {
            let (port, attendant) = try await parts.listen()
            return ExchangeServer(parts: parts, port: port, attendant: attendant, changes: changes)
        } catch {
            await parts.stop()
            throw error
        }
    }

    /// Opens the database that an exchange would use at a path, or creates it with its key. No exchange may use it at
    /// the same time.
    package static func database(at path: String) throws(ExchangeServerError) -> ExchangeDatabase {
        try ServerStorage.open(path: path).1.database
    }

    /// The address of the browser phone on this server, where it is served.
    public static let browserPhonePage = BrowserPhoneMiddleware.page

    /// The routes of the HTTP API, such as `GET /api/users/{name}`.
    package var routes: [String] { parts.routes }

    /// The moment that the ring engine sleeps until; nil while it works.
    package var ringsRestUntil: Duration? { get async { await parts.rings.engine.restsUntil } }

    /// Makes every lookup of a session fail from now on.
    package func loseSessions() throws(StorageError) { try parts.store.loseSessions() }

    /// Keeps the database from growing, as on a full disk, or lets it grow again.
    package func fillStore(_ isFull: Bool) throws(StorageError) { try parts.store.fill(isFull) }

    /// Applies the users, numbers, certificate, API tokens, limits, ICE servers, browser phone and log level of a
    /// configuration without dropping a call. An invalid configuration changes nothing. The result is logged. It must
    /// not be called again before it has returned.
    ///
    /// - Parameter read: returns the configuration; its error is logged as the reason.
    /// - Returns: whether the configuration was applied.
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

    /// Stops in order: accepts no more connections, closes every socket with 1001 and stores the rest of the journal.
    ///
    /// Returns when everything is closed, after waiting for clients for at most `ServerParts.drainWait`; a second call
    /// waits for the same end.
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

/// Delays a running exchange at a point at which a test does something else.
extension ExchangeServer {
    /// Blocks all issuing and revoking of a user's credentials while the body runs. ``changes`` signals each operation
    /// that begins to wait.
    ///
    /// - Throws: `ExchangeServerError` when the exchange is not running.
    package func holdCredentials<Value>(of user: String, _ body: () async throws -> Value) async throws -> Value {
        guard let turns = parts.backend?.credentialTurns else {
            throw ExchangeServerError(.configuration, "the exchange does not run")
        }
        turns.onWait { [changes] in changes.signal() }
        return try await turns.run(of: user, body)
    }

    /// The number of waiting changes of a user's credentials.
    package func credentialChangesWaiting(of user: String) -> Int {
        parts.backend?.credentialTurns.waitingCount(for: user) ?? 0
    }
}

/// The error that keeps an exchange from starting or a configuration from being used.
///
/// `description` names the problem, its place and its remedy; it never contains a password, a token or a number.
public struct ExchangeServerError: Error, Hashable, CustomStringConvertible {
    /// The kind of the problem.
    public struct Code: Hashable, Sendable {
        /// A file or a command line contains something that the exchange cannot use.
        public static let configuration = Code(name: "configuration")
        /// The address is not available, or must not be used in plain text.
        public static let listen = Code(name: "listen")
        /// The certificate or the key cannot be used.
        public static let tls = Code(name: "tls")
        /// The database cannot be opened or written.
        public static let storage = Code(name: "storage")

        let name: String
    }

    /// The part that failed, the same in every version, so that a program can act on it.
    public let code: Code
    /// The problem, its place and its remedy. Safe to log.
    public let context: String

    init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { "\(code.name): \(context)" }
}
