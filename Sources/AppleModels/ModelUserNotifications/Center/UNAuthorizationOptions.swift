/// What is asked of the person.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// A number on the icon.
    public static let badge = UNAuthorizationOptions(rawValue: 1)
    /// Sound.
    public static let sound = UNAuthorizationOptions(rawValue: 2)
    /// Text on the screen.
    public static let alert = UNAuthorizationOptions(rawValue: 4)
    /// Through everything.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 16)
    /// Into the list, without asking.
    public static let provisional = UNAuthorizationOptions(rawValue: 64)
}
