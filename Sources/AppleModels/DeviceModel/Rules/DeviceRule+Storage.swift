/// What can be read and written while the phone is locked.
extension DeviceRule {
    public static let c74 = DeviceRule(
        74, "keychain classes", .keychain, .documented, source: "Security: kSecAttrAccessible; keyring-rs#268",
        "An item of class WhenUnlocked, the default, is out of reach while the phone is locked (-25308); one of "
            + "AfterFirstUnlock only until the first unlock after a restart. Deleting works locked, adding then does not.",
        asking: RuleQuestion(
            "Restart the phone, leave it locked, and let a push start an app that deletes an item of its own.",
            .noticed("whether `SecItemDelete` answers 0 before the first unlock")))
    public static let c75 = DeviceRule(
        75, "the keychain blocks", .keychain, .documented, role: .advice, source: "Security: SecItemCopyMatching",
        "Each call waits for another process. Nothing of it belongs before a report.")
    public static let c76 = DeviceRule(
        76, "keychain survives the app", .keychain, .documented, source: "forum 36442; common experience",
        "Items outlive deletion and reinstallation of the app, defaults and files do not; a first run must purge.")
    public static let c77 = DeviceRule(
        77, "defaults before first unlock", .files, .stated, source: "forum 15685; mjtsai 2024-10-07",
        "Before the first unlock defaults read as empty. The empty view may stay in the process after the unlock, and "
            + "what is written may be lost. A file of class none is readable always.")
    public static let c78 = DeviceRule(
        78, "protected data is about now", .files, .documented, source: "UIKit: isProtectedDataAvailable",
        "`isProtectedDataAvailable` tells whether the phone is unlocked now, not whether it ever was; for that, try to "
            + "read something of class AfterFirstUnlock.")
    public static let c79 = DeviceRule(
        79, "cookies need the web view", .web,
        .assumed(
            RuleQuestion(
                "Let a push start the app on a locked phone, and have it read the cookies of its web view then.",
                .noticed("whether the completion handler of `getAllCookies` is called before the app is opened"))),
        source: "WebKit: WKHTTPCookieStore",
        "Cookies are reached on main through WebKit's process, which a background launch without a scene does not have."
    )

    static let storageRules: [DeviceRule] = [c74, c75, c76, c77, c78, c79]
}
