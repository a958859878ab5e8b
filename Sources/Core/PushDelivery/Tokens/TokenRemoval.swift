public import PushPayload

/// That a push service no longer takes a token.
public struct TokenRemoval: Hashable, Sendable {
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The app is gone from the device, or has another token now.
        case unregistered
        /// The service does not know it, in this environment.
        case badToken
        /// It belongs to another app or project.
        case wrongOwner
    }

    public let cause: Cause
    /// Since when at least it is gone: the service's word, or else when the push was handed in.
    public let goneSince: WallTime

    public init(_ cause: Cause, goneSince: WallTime) {
        self.cause = cause
        self.goneSince = goneSince
    }

    /// Whether a token that was (last) registered then is to be deleted. One that a device has told since is a new
    /// registration of the same token, and stays.
    ///
    /// Source: Apple, "Handling notification responses from APNs": stop "unless the device token was registered after
    /// the timestamp" (documented).
    public func removes(registeredAt: WallTime) -> Bool { registeredAt < goneSince }
}
