/// A notification the app adds itself.
public struct LocalNotification: Hashable, Sendable {
    public var id: NotificationID
    public var title: TextID
    public var body: TextID
    public var level: InterruptionLevel
    public var hasSound: Bool
    /// From adding to delivery; nil is at once.
    public var delay: Duration?

    public init(
        id: NotificationID, title: TextID, body: TextID, level: InterruptionLevel = .active, hasSound: Bool = true,
        delay: Duration? = nil
    ) {
        self.id = id
        self.title = title
        self.body = body
        self.level = level
        self.hasSound = hasSound
        self.delay = delay
    }
}
