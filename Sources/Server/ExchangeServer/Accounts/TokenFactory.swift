internal import Accounts
internal import Crypto
internal import ExchangeStorage
internal import Foundation
internal import NIOCore
internal import Redaction

/// Makes tokens and secrets from the system's random source, and their digests.
enum TokenFactory {
    /// The prefix of access tokens, which distinguishes them from API tokens and lets secret scanners find them.
    static let accessPrefix = "cra_"
    static let refreshPrefix = "crr_"
    /// 256 random bits.
    static let tokenBytes = 32
    /// 192 random bits.
    static let passwordBytes = 24

    /// Makes a pair of tokens, and the digests that are stored.
    static func pair() -> (access: Redacted<String>, refresh: Redacted<String>, digests: TokenPair) {
        let access = accessPrefix + text(of: random(tokenBytes))
        let refresh = refreshPrefix + text(of: random(tokenBytes))
        return (
            Redacted(access), Redacted(refresh), TokenPair(access: digest(of: access), refresh: digest(of: refresh))
        )
    }

    static func password() -> Redacted<String> { Redacted(text(of: random(passwordBytes))) }

    /// Makes an identifier with its kind in front, such as `dev-8f2c…`; 96 random bits.
    static func identifier(_ kind: String) -> String { "\(kind)-\(Hexadecimal.text(of: random(identifierBytes)))" }

    /// Makes the login of a device's credential.
    static func credentialLogin() -> String { identifier(credentialKind) }

    /// Whether a login has the form that only the exchange issues.
    static func isCredential(_ login: String) -> Bool {
        guard login.hasPrefix(credentialKind + "-") else { return false }
        return Hexadecimal.bytes(of: login.dropFirst(credentialKind.count + 1))?.count == identifierBytes
    }

    private static let identifierBytes = 12
    private static let credentialKind = "cred"

    static func digest(of token: String) -> [UInt8] { Array(SHA256.hash(data: Array(token.utf8))) }

    static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// base64url without padding. Source: RFC 4648 §5.
    static func text(of bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// Looks up the session of an access token, for devices that log in with it over WebSocket.
///
/// Called and answered on the exchange's event loop; the database is waited for elsewhere.
struct AccessTokens: Sendable {
    /// The device and user a token belongs to.
    struct Holder: Sendable {
        let user: String
        let device: String
        /// The device's present organization.
        let organization: String?
        /// Microseconds since 1970.
        let expiresAt: Int64
    }

    let accounts: any AccountStore
    let eventLoop: any EventLoop
    let clock: RunClock

    /// Calls back once on the event loop: with nil for an invalid token, with the error when the database fails.
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
        guard token.revealed.hasPrefix(TokenFactory.accessPrefix),
            let session = try await accounts.session(access: TokenFactory.digest(of: token.revealed), at: now),
            let device = try await accounts.device(session.device)
        else { return nil }
        return Holder(
            user: session.user, device: session.device, organization: device.organization,
            expiresAt: session.accessExpiresAt)
    }
}
