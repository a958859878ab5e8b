/// What a kind of notification wants beside its buttons.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Bits of the system.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The app hears when one is swiped away.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1)
}
