/// Why the route of sound changed.
public enum RouteChangeReason: Hashable, Sendable {
    /// `deviceChanged`: one came or went; which of it shows in the route.
    case deviceChanged, deviceCame, deviceWent, categoryChanged, overridden
}
