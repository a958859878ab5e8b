/// How much a notification may disturb.
public enum InterruptionLevel: String, Hashable, Sendable, CaseIterable {
    /// Into the list, without sound or light.
    case passive
    /// With sound, unless a Focus is on.
    case active
    /// With sound, through a Focus too. Without the capability the system treats it as `active`.
    case timeSensitive
}
