public import Foundation

/// What came of a request.
open class ASAuthorization: NSObject {
    /// What an authorization asks to be told.
    public struct Scope: RawRepresentable, Hashable, Sendable {
        /// The name in the system.
        public let rawValue: String
        /// A name in the system.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The person's name.
        public static let fullName = Scope(rawValue: "full_name")
        /// An address.
        public static let email = Scope(rawValue: "email")
    }

    /// Who was asked.
    public let provider: any ASAuthorizationProvider
    /// What was given.
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
    }
}
