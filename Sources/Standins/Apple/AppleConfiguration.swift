/// What a stand-in for Sign in with Apple knows of the developer.
public struct AppleConfiguration: Hashable, Sendable {
    /// `iss` of everything signed, and `aud` of what a client signs.
    public static let issuer = "https://appleid.apple.com"

    /// Bundle or service identifiers that may sign in.
    public var clientIDs = ["com.example.phone"]
    /// Keys client secrets may be signed with.
    public var keys: [APNsKey] = []
    /// How long an identity token is valid.
    public var tokenLife: Duration = .seconds(86_400)
    /// Where notifications from server to server are posted; nil: only where the control says.
    public var notificationURL: String?
    /// Decides every identifier that is made up.
    public var seed: UInt64 = 1

    public init() {}
}
