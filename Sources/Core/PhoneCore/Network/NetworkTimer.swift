/// Names the one deadline of the network watch.
public enum NetworkTimer: Hashable, Sendable {
    /// What was seen last has stayed for long enough to be believed. ``NetworkLimits/settlingDuration``.
    case settle
}
