internal import Accounts
internal import ExchangeStorage
internal import NIOCore
internal import Redaction

/// Looks up whose session an access token opens, for devices that log in with it over WebSocket.
///
/// Asked and answered on the exchange's event loop; the database is waited for elsewhere.
struct AccessTokens: Sendable {
    /// The device and user a token belongs to.
    struct Holder: Sendable {
        let user: String
        let device: String
        /// The one the device shows at present.
        let organization: String?
        /// Microseconds since 1970.
        let expiresAt: Int64
    }

    let accounts: any AccountStore
    let eventLoop: any EventLoop
    let clock: RunClock

    /// Calls back once, on the event loop; with nil for a token that opens nothing, with the error when the database says
    /// nothing.
    func find(_ token: Redacted<String>, _ found: @escaping (Result<Holder?, any Error>) -> Void) {
        let found = NIOLoopBound(found, eventLoop: eventLoop)
        let (accounts, eventLoop, clock) = (accounts, eventLoop, clock)
        Task {
            let result: Result<Holder?, any Error>
            do {
                result = .success(try await Self.holder(token, accounts, at: clock.wall.microseconds(at: clock.now)))
            } catch {
                result = .failure(error)
            }
            eventLoop.execute { found.value(result) }
        }
    }

    private static func holder(
        _ token: Redacted<String>, _ accounts: any AccountStore, at now: Int64
    ) async throws -> Holder? {
        guard token.revealed.hasPrefix(TokenMint.accessPrefix),
            let session = try await accounts.session(access: TokenMint.digest(of: token.revealed), at: now),
            let device = try await accounts.device(session.device)
        else { return nil }
        return Holder(
            user: session.user, device: session.device, organization: device.organization,
            expiresAt: session.accessExpiresAt)
    }
}
