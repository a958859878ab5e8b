/// Which address the person lets the app know.
public enum SignInEmail: String, Hashable, Sendable, CaseIterable {
    case own
    /// An address of Apple's that forwards.
    case relayed
}
