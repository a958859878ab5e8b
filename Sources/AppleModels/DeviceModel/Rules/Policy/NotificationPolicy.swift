/// Figures of the notification centre.
public struct NotificationPolicy: Hashable, Sendable {
    /// C110: whether adding without permission is an error. The documentation leaves it open; developers see none.
    public var refusesWithoutPermission = false
    /// How many delivered notifications are kept. It bounds the model.
    public var deliveredCountMax = 16

    public init() {}
}
