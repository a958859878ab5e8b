/// The rules for the app's process.
extension DeviceRule {
    /// C70, documented: a push launches.
    public static let c70 = DeviceRule(
        70, "a push launches", .process, .documented, source: "PushKit: voIP",
        "A VoIP push launches or wakes the app in the background, even one the user has closed (observed); nothing but "
            + "the delegate call says why.")
    /// C71, assumed: a call keeps the app running.
    public static let c71 = DeviceRule(
        71, "a call keeps the app running", .process,
        .assumed(
            RuleExperiment(
                "Talk for ten minutes on a locked phone, hang up, and change the network ten seconds and a minute later; then "
                    + "keep the app awake until its background time expires, without giving it back.",
                .recorded(["activated", "path", "deactivated"]))),
        source: "UIKit: extending background execution",
        "While a call rings or is active the app runs; seconds after the last it is suspended, its timers stop and its "
            + "sockets die. A background task buys about 30 s.")
    /// C72, documented: scenes come late or never.
    public static let c72 = DeviceRule(
        72, "scenes come late or never", .process, .documented, source: "UIKit: UISceneDelegate; Signal",
        "On a background launch a scene may connect later or never. None becomes active while the phone is locked, "
            + "through a whole call.",
        asking: RuleExperiment(
            "Lock the phone, let a push start the app, answer and hang up without unlocking.",
            .recorded(["incoming", "perform", "active"])))
    /// C73, documented: scenes are required.
    public static let c73 = DeviceRule(
        73, "scenes are required", .process, .documented, source: "TN3187",
        "An app built with the SDK of iOS 27 without the scene life cycle does not launch.")
    /// C80, documented: prewarming.
    public static let c80 = DeviceRule(
        80, "prewarming", .process, .documented, source: "UIKit: about the app launch sequence",
        "The process may be started early, up to `main`, and wait there; static initializers have run then.")

    static let processRules: [DeviceRule] = [c70, c71, c72, c73, c80]
}

/// The rules for data that can be read and written while the phone is locked.
extension DeviceRule {
    /// C74, documented: keychain classes.
    public static let c74 = DeviceRule(
        74, "keychain classes", .keychain, .documented, source: "Security: kSecAttrAccessible; keyring-rs#268",
        "An item of class WhenUnlocked, the default, is out of reach while the phone is locked (-25308); one of "
            + "AfterFirstUnlock only until the first unlock after a restart. Deleting works locked, adding then does not.",
        asking: RuleExperiment(
            "Restart the phone, leave it locked, and let a push start an app that deletes an item of its own.",
            .noticed("whether `SecItemDelete` answers 0 before the first unlock")))
    /// C75, documented: the keychain blocks.
    public static let c75 = DeviceRule(
        75, "the keychain blocks", .keychain, .documented, role: .advice, source: "Security: SecItemCopyMatching",
        "Each call waits for another process. Nothing of it belongs before a report.")
    /// C76, documented: keychain survives the app.
    public static let c76 = DeviceRule(
        76, "keychain survives the app", .keychain, .documented, source: "forum 36442; common experience",
        "Items outlive deletion and reinstallation of the app, defaults and files do not; a first run must purge.")
    /// C77, stated: defaults before first unlock.
    public static let c77 = DeviceRule(
        77, "defaults before first unlock", .files, .stated, source: "forum 15685; mjtsai 2024-10-07",
        "Before the first unlock defaults read as empty. The empty view may stay in the process after the unlock, and "
            + "values written by then may be lost. A file of class none is readable always.")
    /// C78, documented: protected data is about now.
    public static let c78 = DeviceRule(
        78, "protected data is about now", .files, .documented, source: "UIKit: isProtectedDataAvailable",
        "`isProtectedDataAvailable` tells whether the phone is unlocked now, not whether it ever was; for that, try to "
            + "read something of class AfterFirstUnlock.")
    /// C79, assumed: cookies need the web view.
    public static let c79 = DeviceRule(
        79, "cookies need the web view", .web,
        .assumed(
            RuleExperiment(
                "Let a push start the app on a locked phone, and have it read the cookies of its web view then.",
                .noticed("whether the completion handler of `getAllCookies` is called before the app is opened"))),
        source: "WebKit: WKHTTPCookieStore",
        "Cookies are reached on main through WebKit's process, which a background launch without a scene does not have."
    )

    static let storageRules: [DeviceRule] = [c74, c75, c76, c77, c78, c79]
}

/// The rules for path monitors.
extension DeviceRule {
    /// C90, documented: first update, then bursts.
    public static let c90 = DeviceRule(
        90, "first update, then bursts", .network, .documented, source: "Network: NWPathMonitor; wireguard-apple#6",
        "One update soon after the start, then one a change. Joining Wi-Fi brings several, and a change of interface may "
            + "pass through no path at all (observed).",
        asking: RuleExperiment(
            "During a call leave the range of Wi-Fi, and come back. Note how soon the first update comes, and "
                + "how many come for one change.",
            .recorded(["path"])))
    /// C91, documented: canceled for good.
    public static let c91 = DeviceRule(
        91, "cancelled for good", .network, .documented, source: "Network: NWPathMonitor.cancel",
        "A cancelled monitor tells nothing more and cannot be started again.")
    /// C92, documented: used is not available.
    public static let c92 = DeviceRule(
        92, "used is not available", .network, .documented, source: "Network: NWPath",
        "`availableInterfaces` lists what exists; `usesInterfaceType` says what the path takes.")
    /// C93, observed: same type, other network.
    public static let c93 = DeviceRule(
        93, "same type, other network", .network, .observed, source: "firezone#9993, #9997",
        "A change of address, of Wi-Fi, of DNS or of VPN is an update although type and status stay; sockets are dead.")
    /// C94, assumed: silent while suspended.
    public static let c94 = DeviceRule(
        94, "silent while suspended", .network,
        .assumed(
            RuleExperiment(
                "Leave the app, wait a minute without a call, switch Wi-Fi off and on twice, and open the app.",
                .recorded(["background", "path", "active"]))),
        source: "UIKit: app life cycle",
        "A suspended app is told nothing; on waking it reads `currentPath`. Satisfied does not mean reachable.")

    static let pathRules: [DeviceRule] = [c90, c91, c92, c93, c94]
}

/// The rules for Sign in with Apple.
extension DeviceRule {
    /// C100, documented: the name comes once.
    public static let c100 = DeviceRule(
        100, "the name comes once", .signIn, .documented, source: "AuthenticationServices; forum 701867",
        "Name and e-mail come with the first authorization only, until the user stops using the account with the app. "
            + "The e-mail stays in the token; the name is nowhere else.")
    /// C101, documented: what the credential is worth.
    public static let c101 = DeviceRule(
        101, "what the credential is worth", .signIn, .documented,
        source: "AuthenticationServices: ASAuthorizationAppleIDCredential",
        "The user is stable for a team; the code works once and for about five minutes; the token carries the hash of "
            + "the nonce and an expiry.",
        asking: RuleExperiment(
            "Sign in with Apple twice within five minutes, and redeem the first code after the second was given out.",
            .noticed("whether Apple's server takes the first code")))
    /// C102, documented: credential state at launch.
    public static let c102 = DeviceRule(
        102, "credential state at launch", .signIn, .documented, source: "AuthenticationServices: getCredentialState",
        "Revoked and not found mean signed out, transferred follows a change of team; a running app is told of a "
            + "revocation.")
    /// C103, documented: needs the foreground.
    public static let c103 = DeviceRule(
        103, "needs the foreground", .signIn, .documented, source: "AuthenticationServices: ASAuthorizationController",
        "A request needs a foreground scene to show its sheet; refused by the user it ends with 1001.",
        asking: RuleExperiment(
            "Ask for a sign-in from a background launch, and on a phone without a sign-in to Apple.",
            .noticed("the code of the error each time")))

    static let signInRules: [DeviceRule] = [c100, c101, c102, c103]
}

/// The rules for notifications, the web view and its bridge.
extension DeviceRule {
    /// C110, documented: notifications need leave and a delegate.
    public static let c110 = DeviceRule(
        110, "notifications need leave and a delegate", .notifications, .documented,
        source: "UserNotifications: UNUserNotificationCenter",
        "The delegate is set before launching has finished, or the tap that launched is lost. A notification added without "
            + "permission is never shown, and no error says so.")
    /// C111, documented: events need a listener.
    public static let c111 = DeviceRule(
        111, "events need a listener", .capacitor, .documented, source: "capacitor 8.4 CAPPlugin.m",
        "An event without a listener is dropped, unless it is retained until the first one. Bridge and plugins exist "
            + "only once a scene has a view.")
    /// C112, documented: one queue for all plugins.
    public static let c112 = DeviceRule(
        112, "one queue for all plugins", .capacitor, .documented, source: "capacitor 8.4 CapacitorBridge.swift",
        "Calls from the page run on one private serial queue, never on main; one that blocks, blocks all.")

    static let notificationAndWebRules: [DeviceRule] = [c110, c111, c112]
}
