public import Foundation

/// What an authorization gives.
public protocol ASAuthorizationCredential: NSObjectProtocol {}
