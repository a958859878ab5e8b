/// The rules for pushes, and for the calls that the app must report for them.
extension DeviceRule {
    /// C1, documented: every push becomes a call.
    public static let c1 = DeviceRule(
        1, "every push becomes a call", .pushKit, .documented,
        source: "PushKit: voIP, didReceiveIncomingVoIPPush; forum 817976, 768136",
        "Each VoIP push must lead to a reported call. Since 26.4 `mustReport` says when not; before 26 a push in the "
            + "foreground, or during a call the system knows of, is let pass.")
    /// C2, stated: reported when the delegate returns.
    public static let c2 = DeviceRule(
        2, "reported when the delegate returns", .pushKit, .stated,
        source: "forum 817976; backtraces in element-ios#3986, flutter_callkit_incoming#197",
        "When the delegate method returns and no call was reported since the push, the process is killed at once.")
    /// C3, stated: reported within seven seconds.
    public static let c3 = DeviceRule(
        3, "reported within seven seconds", .pushKit, .stated, source: "forum 817976, 781211, 793077",
        "About 7 s after delivery the call daemon looks for itself, and kills a process that has not reported with "
            + "0xBAADCA11: one that never made a registry, or blocks.")
    /// C4, stated: completion handler decides nothing.
    public static let c4 = DeviceRule(
        4, "completion handler decides nothing", .pushKit, .stated,
        source: "forum 817976; voice-quickstart-ios#201, stream-video-swift#1219",
        "Calling the push's completion early, late or never changes no check. Called before the report's completion "
            + "it hid the call's screen on old systems (observed).")
    /// C5, stated: a refused report is a report.
    public static let c5 = DeviceRule(
        5, "a refused report is a report", .pushKit, .stated, source: "forum 768136; wire-ios#5070",
        "A report that fails because of a known UUID, Do Not Disturb or a block list satisfies both checks, however "
            + "often it is made.",
        asking: RuleExperiment(
            "Switch a Focus on that lets no call through, let a call come to the closed app, and open the app after ten "
                + "seconds.",
            .recorded(["incoming", "reported", "active"])))
    /// C6, observed: the async delegate method is too late.
    public static let c6 = DeviceRule(
        6, "the async delegate method is too late", .pushKit, .observed,
        source: "wire-ios#3060, element-x-ios#5026",
        "The async twin returns to the system before its body runs; so does anything behind an await, a task or a "
            + "queue. The process is killed as in C2.")
    /// C7, observed: report on the delegate's thread.
    public static let c7 = DeviceRule(
        7, "report on the delegate's thread", .pushKit, .observed, role: .advice,
        source: "LiveKit CallKit example; forum 797563",
        "Reported from another thread the call's screen may silently stay away on a locked phone.")
    /// C8, documented: violations end delivery.
    public static let c8 = DeviceRule(
        8, "violations end delivery", .pushKit, .documented,
        source: "PushKit: voIP; rn-voip-push-notification#102; forum 784473",
        "After repeated violations no push is delivered any more. The token stays valid and APNs goes on accepting. "
            + "Threshold (about 3) and cure (reinstall) are observed.",
        asking: RuleExperiment(
            "With a development build that reports nothing, send pushes until none starts the app; restart the phone, "
                + "then install the app anew, and send one after each.",
            .noticed("how many pushes it takes, and which of the two brings them back")))
    /// C9, stated: no exemptions since iOS 26.
    public static let c9 = DeviceRule(
        9, "no exemptions since iOS 26", .pushKit, .stated, source: "forum 787466",
        "With the SDK of iOS 26 nothing exempts from reporting; development builds show an alert for a missing report "
            + "and for the end of delivery, others just die.")
    /// C10, documented: push with metadata.
    public static let c10 = DeviceRule(
        10, "push with metadata", .pushKit, .documented,
        source: "PushKit: didReceiveIncomingVoIPPushWith:metadata:; forum 816211",
        "Since 26.4 a delegate that has the method with metadata gets only that one. Its `mustReport` is false in the "
            + "foreground, during a call and for a push that comes late; the criteria may change.")
    /// C11, stated: push during a call re-reports it.
    public static let c11 = DeviceRule(
        11, "push during a call re-reports it", .pushKit, .stated, source: "forum 768136, 817976",
        "Reporting the live call's own UUID answers such a push: either it is refused as known, or the call has just "
            + "ended and a new one must be ended.")
    /// C12, stated: pushes are for new calls.
    public static let c12 = DeviceRule(
        12, "pushes are for new calls", .pushKit, .stated, role: .advice, source: "forum 764376; PushKit: voIP",
        "Cancelled and answered elsewhere do not belong in VoIP pushes; each would cost a call to show and take away.")
    /// C13, documented: a registry at every launch.
    public static let c13 = DeviceRule(
        13, "a registry at every launch", .pushKit, .documented, source: "PushKit: PKPushRegistry",
        "A push that caused a launch waits until a registry has a delegate and wants VoIP pushes, the delegate first. "
            + "If that never happens, C3 does.")
    /// C14, documented: token life.
    public static let c14 = DeviceRule(
        14, "token life", .pushKit, .documented, source: "PushKit: didUpdate, didInvalidatePushTokenFor",
        "A token comes after registration and whenever it changes; its end is told. It belongs to one installation.")
    /// C15, stated: late and out of order.
    public static let c15 = DeviceRule(
        15, "late and out of order", .pushKit, .stated, source: "forum 795610, 823102",
        "An unreachable phone may get a push half a minute later even with expiration 0, and two pushes in the other "
            + "order. A late push must be reported all the same.",
        asking: RuleExperiment(
            "Call a phone in flight mode that has iOS 26.4, and switch flight mode off 10, 20, 30 and 40 seconds later.",
            .noticed("from which age on the push is one that may go without a report")))
    /// C16, stated: a push may never come.
    public static let c16 = DeviceRule(
        16, "a push may never come", .pushKit, .stated, role: .advice, source: "forum 834530",
        "Delivery can fail silently for all apps of an idle phone; a server needs a second way.")
    /// C17, documented: payload.
    public static let c17 = DeviceRule(
        17, "payload", .pushKit, .documented, source: "PushKit: dictionaryPayload; UserNotifications: payload size",
        "A property list of at most 5 KB; a number may arrive as a number or as a string.")
    /// C18, stated: push before first unlock.
    public static let c18 = DeviceRule(
        18, "push before first unlock", .pushKit, .stated, source: "forum 784473; linphone-iphone EarlyPushkitDelegate",
        "After a restart, before the first unlock, the system may launch the app for a push, or keep it until the "
            + "unlock. It must be reported in both.")

    static let pushRules: [DeviceRule] = [
        c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18,
    ]
}
