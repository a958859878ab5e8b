public import Redaction

/// What a login without an account may do: call one of these targets, and nothing else.
public struct AnonymousLogins: Sendable {
    /// The most targets that can be given; a public directory belongs into users.
    static let targetsMax = 1_000
    public static let atOnceDefault = 100

    /// Names of users and numbers, as devices dial them. A login names one of them, and may call that alone.
    public var targets: Set<String>
    /// What called devices are shown.
    public var displayName: Redacted<String>
    /// Connections that are logged in so.
    public var atOnceMax: Int

    public init(
        targets: Set<String> = [], displayName: Redacted<String> = "Anonymous", atOnceMax: Int = atOnceDefault
    ) {
        self.targets = targets
        self.displayName = displayName
        self.atOnceMax = atOnceMax
    }
}
