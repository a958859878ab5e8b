/// Notifications, the web view and its bridge.
extension DeviceRule {
    public static let c110 = DeviceRule(
        110, "notifications need leave and a delegate", .notifications, .documented,
        source: "UserNotifications: UNUserNotificationCenter",
        "The delegate is set before launching has finished, or the tap that launched is lost. What is added without "
            + "permission is never shown, and no error says so.")
    public static let c111 = DeviceRule(
        111, "events need a listener", .capacitor, .documented, source: "capacitor 8.4 CAPPlugin.m",
        "An event without a listener is dropped, unless it is retained until the first one. Bridge and plugins exist "
            + "only once a scene has a view.")
    public static let c112 = DeviceRule(
        112, "one queue for all plugins", .capacitor, .documented, source: "capacitor 8.4 CapacitorBridge.swift",
        "Calls from the page run on one private serial queue, never on main; one that blocks, blocks all.")

    static let notificationAndWebRules: [DeviceRule] = [c110, c111, c112]
}
