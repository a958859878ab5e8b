/// When an app runs.
extension DeviceRule {
    public static let c70 = DeviceRule(
        70, "a push launches", .process, .documented, source: "PushKit: voIP",
        "A VoIP push launches or wakes the app in the background, even one the user has closed (observed); nothing but "
            + "the delegate call says why.")
    public static let c71 = DeviceRule(
        71, "a call keeps the app running", .process,
        .assumed(
            RuleQuestion(
                "Talk for ten minutes on a locked phone, hang up, and change the network ten seconds and a minute later; then "
                    + "keep the app awake until its background time expires, without giving it back.",
                .recorded(["activated", "path", "deactivated"]))),
        source: "UIKit: extending background execution",
        "While a call rings or is active the app runs; seconds after the last it is suspended, its timers stop and its "
            + "sockets die. A background task buys about 30 s.")
    public static let c72 = DeviceRule(
        72, "scenes come late or never", .process, .documented, source: "UIKit: UISceneDelegate; Signal",
        "On a background launch a scene may connect later or never. None becomes active while the phone is locked, "
            + "through a whole call.",
        asking: RuleQuestion(
            "Lock the phone, let a push start the app, answer and hang up without unlocking.",
            .recorded(["incoming", "perform", "active"])))
    public static let c73 = DeviceRule(
        73, "scenes are required", .process, .documented, source: "TN3187",
        "An app built with the SDK of iOS 27 without the scene life cycle does not launch.")
    public static let c80 = DeviceRule(
        80, "prewarming", .process, .documented, source: "UIKit: about the app launch sequence",
        "The process may be started early, up to `main`, and wait there; static initialisers have run then.")

    static let processRules: [DeviceRule] = [c70, c71, c72, c73, c80]
}
