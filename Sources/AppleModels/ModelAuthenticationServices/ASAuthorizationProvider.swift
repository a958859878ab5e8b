public import Foundation

/// Who can be asked for an authorization.
public protocol ASAuthorizationProvider: NSObjectProtocol {}
