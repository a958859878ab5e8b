/// What an authorization request asks to be told.
public struct SignInScopes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let fullName = SignInScopes(rawValue: 1)
    public static let email = SignInScopes(rawValue: 2)
}
