public import AuthenticationServices
public import Foundation
public import UIKit

/// What signing in with Apple needs from the app.
@MainActor
public struct AppleSignInParts {
    /// The exchange's API.
    public var exchange: any SignInExchange
    /// SHA-256.
    public var digest: any NonceDigest
    /// The window the sheet is shown over; `nil` when the app is not on the screen. Source: apple-contract C103.
    public var anchor: @MainActor () -> ASPresentationAnchor?
    /// The consent was withdrawn, or another Apple account is used: the person is to be signed out.
    public var revoked: @MainActor () -> Void
    /// Where Apple posts that the consent may be withdrawn.
    public var centre = NotificationCenter.default

    /// Names what has no default.
    public init(
        exchange: any SignInExchange, digest: any NonceDigest,
        anchor: @escaping @MainActor () -> ASPresentationAnchor?, revoked: @escaping @MainActor () -> Void
    ) {
        self.exchange = exchange
        self.digest = digest
        self.anchor = anchor
        self.revoked = revoked
    }
}
