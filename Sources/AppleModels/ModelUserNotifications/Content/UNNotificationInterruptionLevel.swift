/// How much a notification may disturb.
public enum UNNotificationInterruptionLevel: UInt, Sendable {
    /// Into the list.
    case passive = 0
    /// With sound.
    case active = 1
    /// With sound, through a Focus too, with the capability.
    case timeSensitive = 2
    /// Through everything, with an entitlement. The model treats it as `timeSensitive`.
    case critical = 3
}
