/// The life of a provider and of the calls it reports.
extension DeviceRule {
    public static let c20 = DeviceRule(
        20, "one provider", .callKit, .documented, source: "CallKit: CXProvider; Signal sharedProvider",
        "One provider for the life of a process. A second takes transactions away from the first (observed).")
    public static let c21 = DeviceRule(
        21, "begin is not a gate", .callKit, .stated, source: "forum 797563",
        "`providerDidBegin` comes from the daemon some time after creation, and is lost if no delegate is set by then. "
            + "A report needs no begin.",
        asking: RuleQuestion(
            "Open the app ten times after it was closed.",
            .noticed("how long after the provider is made `providerDidBegin` comes")))
    public static let c22 = DeviceRule(
        22, "no provider before main", .callKit, .stated, role: .advice, source: "forum 783870",
        "A provider made by a static initialiser, before the application exists, may end up without an audio session.")
    public static let c23 = DeviceRule(
        23, "queues of delegate and completion", .callKit, .documented, source: "CallKit: setDelegate(_:queue:)",
        "Delegate methods come on the given queue, or on main for none; delegate and queue are held weakly. The "
            + "report's completion comes on that queue, or on a private one.",
        asking: RuleQuestion(
            "Let ten calls come in, five of them to the closed app.", .recorded(["report", "reported"])))
    public static let c24 = DeviceRule(
        24, "reset ends all", .callKit, .documented, source: "CallKit: providerDidReset, invalidate",
        "After `providerDidReset` no call exists any more. After `invalidate` the delegate hears nothing.")
    public static let c25 = DeviceRule(
        25, "a report may be refused", .callKit, .documented, source: "CallKit: CXErrorCodeIncomingCallError",
        "Do Not Disturb, a blocked caller, a UUID in use or a missing entitlement refuse a call; it does not exist.",
        asking: RuleQuestion(
            "Report two calls under one UUID, and one without the background mode.",
            .noticed("the domain of each error, as a text")))
    public static let c26 = DeviceRule(
        26, "refused here, not everywhere", .callKit, .observed, role: .advice,
        source: "linphone-iphone ProviderDelegate",
        "A call refused by this phone's Focus or block list still rings on the user's others.")
    public static let c27 = DeviceRule(
        27, "limits of groups", .callKit, .documented,
        source: "CallKit: maximumCallGroups; Signal; twilio-voice-react-native#174",
        "Two groups of five by default. Beyond, a start is refused with code 7 and an incoming report fails (observed). "
            + "A call counts until its end was carried out.")
    public static let c28 = DeviceRule(
        28, "a UUID once", .callKit, .observed, source: "flutter_callkit_incoming#397, #521; callkeep#750",
        "From iOS 17 a call under a recently ended UUID shows a broken screen that cannot be answered.")
    public static let c29 = DeviceRule(
        29, "calls may outlive their process", .callKit, .observed, source: "wire-ios-sync-engine#123",
        "The daemon ends the calls of a dead process as a rule; sometimes one is left, blocks new ones and must be "
            + "ended at the next start.")
    public static let c30 = DeviceRule(
        30, "set the configuration again", .callKit, .stated, source: "forum 783870, FB19429215",
        "From 18.4 to 26 the daemon may lose the provider's audio session, and calls stay silent, until the "
            + "configuration is assigned again before a report.")
    public static let c31 = DeviceRule(
        31, "updates merge", .callKit, .documented, source: "CallKit: CXCallUpdate, reportCall(with:updated:)",
        "An update changes only what is set in it. A name given by the app overrides the system's contact.",
        asking: RuleQuestion(
            "Report a call with a name and a number, then an update that sets neither, and look at the call's screen.",
            .noticed("whether name and number are still there")))
    public static let c32 = DeviceRule(
        32, "ringing ends after a minute", .callKit, .observed, source: "flutter_callkit#29; forum 765367",
        "From iOS 16 the system ends ringing after 60 s with an end action that looks like the user's.")
    public static let c33 = DeviceRule(
        33, "actions for unknown calls", .callKit, .observed, source: "flutter_callkit_incoming#850",
        "A relaunched process may be asked to end or mute a call it does not know. Failing that leaves it on screen.")
    public static let c34 = DeviceRule(
        34, "the simulator hangs up", .callKit, .observed, role: .advice, source: "element-x-ios, telnyx-webrtc-ios",
        "Apple's simulator ends incoming calls by itself. This model is of a phone.")
    public static let c35 = DeviceRule(
        35, "Recents", .callKit, .observed, source: "voice-quickstart-objc#54; common experience",
        "The entry appears at the end: missed if nobody answered, not missed if taken or declined elsewhere, cancelled "
            + "for an outgoing call that never connected. A tap asks the app to start the call.",
        asking: RuleQuestion(
            "Let a call ring out, decline one, take one on another device, and cancel one of your own.",
            .noticed("what Recents shows of each, and in red or not")))
    public static let c36 = DeviceRule(
        36, "default calling app", .callKit, .documented, source: "CallKit: calling-app entitlement",
        "Since 18.2 the person may make an app the phone's calling app: a tel link opens it, and asks no other.")
    public static let c37 = DeviceRule(
        37, "LiveCommunicationKit", .callKit,
        .assumed(
            RuleQuestion(
                "Build the app once with each framework, and leave an answer alone for two minutes in both.",
                .noticed("whether both time out after the same time"))),
        role: .advice, source: "LiveCommunicationKit",
        "The successor has the same daemon, deadlines and audio rules; CallKit is not deprecated.")

    static let providerRules: [DeviceRule] = [
        c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, c37,
    ]
}
