/// Figures of Sign in with Apple.
public struct SignInPolicy: Hashable, Sendable {
    /// C101: how long an authorization code is good.
    public var codeLifetime: Duration = .seconds(300)
    /// C101: how long an identity token is good. To be read from the token; ten minutes and a day were both seen.
    public var tokenLifetime: Duration = .seconds(600)

    public init() {}
}
