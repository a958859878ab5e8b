/// What a process does not set up before it is needed. Source: requirements B1.
public enum Facility: String, CaseIterable, Hashable, Sendable {
    /// Route and interruption observers.
    case audio
    /// The path monitor.
    case network
}
