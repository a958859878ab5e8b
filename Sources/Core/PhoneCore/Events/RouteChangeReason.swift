/// Why the route changed, as far as it matters here.
public enum RouteChangeReason: String, CaseIterable, Hashable, Sendable {
    /// We, or the person by the system's own picker, chose it.
    case override
    case newDevice
    case deviceGone
    /// Category, sleep, unknown: nobody chose it.
    case other
}
