/// What the system asks of an app, and the app of the system.
extension DeviceRule {
    public static let c40 = DeviceRule(
        40, "an action is completed once", .callKit, .documented, source: "CallKit: CXAction",
        "The first `fulfill` or `fail` counts; later ones change nothing.")
    public static let c41 = DeviceRule(
        41, "answer waits for the line", .callKit, .documented,
        source: "PushKit: responding to VoIP notifications",
        "An answer may stay pending; the phone shows connecting until it is fulfilled.")
    public static let c42 = DeviceRule(
        42, "a late action is taken away", .callKit, .documented, source: "CallKit: provider(_:timedOutPerforming:)",
        "After its time-out an action is not the app's any more, and the call may end.")
    public static let c43 = DeviceRule(
        43, "times of actions", .callKit,
        .reverseEngineered(
            RuleQuestion(
                "Put the exchange where no media reach it, answer a call, and wait until the phone gives it up.",
                .recorded(["perform", "timedOut"]))),
        source: "charon; contradicted for start by Signal PR 1734",
        "60 s to answer, 600 s to start, 5 s for everything else, from the action's creation.")
    public static let c44 = DeviceRule(
        44, "an action left alone ends the call", .callKit, .observed, source: "flutter_callkit#12; forum 715488",
        "A mute or hold never completed ends the call about a minute later, a slow hold at once when calls are swapped."
    )
    public static let c45 = DeviceRule(
        45, "an action without a method fails", .callKit,
        .reverseEngineered(
            RuleQuestion(
                "Remove `provider(_:perform:)` for mute from the app, and tap Mute in a call.",
                .noticed("whether the button springs back at once, after five seconds, or never"))),
        source: "charon",
        "What the delegate does not implement fails.")
    public static let c46 = DeviceRule(
        46, "accepted is not done", .callKit, .documented, source: "CallKit: CXCallController.request",
        "A request's completion says that the transaction is valid, not that it happened. One that is not valid is "
            + "refused whole.")
    public static let c47 = DeviceRule(
        47, "codes of refused requests", .callKit, .observed, source: "twilio#526; forum 109002",
        "2 without a provider, 4 for a call that is gone or another app's, 7 at the limit of groups.")
    public static let c48 = DeviceRule(
        48, "the system mutes by itself", .callKit, .observed, source: "Signal, FB7568405; stream-video-swift",
        "Unmute comes unasked when an outgoing call connects and for a muted call that has ended.")
    public static let c49 = DeviceRule(
        49, "an outgoing call's steps", .callKit, .documented, source: "CallKit; voice-quickstart-objc#54",
        "Start fulfilled, connecting reported, connected reported. Without the last it was a cancelled call.")
    public static let c50 = DeviceRule(
        50, "two actions for a second call", .callKit, .documented,
        source: "CallKit: execute; telnyx-webrtc-ios README",
        "End & Accept and Hold & Accept are one transaction of two actions, delivered separately, in any order.")

    static let actionRules: [DeviceRule] = [c40, c41, c42, c43, c44, c45, c46, c47, c48, c49, c50]
}
