/// What happens to the audio hardware beside activation, which the system tells.
public enum AudioEvent: Hashable, Sendable {
    /// The way sound takes changed, or the ways it can take.
    case routeChanged(AudioRoutes, RouteChangeReason)
    /// Another call or alarm took the hardware.
    case interruptionBegan
    /// It gave it back.
    case interruptionEnded
    /// The system's media processes started anew: everything set is forgotten. Source: C65.
    case mediaServicesReset
}
