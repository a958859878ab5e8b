/// Why the route of sound changed.
public enum RouteChangeReason: Hashable, Sendable {
    case deviceChanged, categoryChanged, overridden
}
