/// The rules for a provider and the calls it reports.
extension DeviceRule {
    /// C20, documented: one provider.
    public static let c20 = DeviceRule(
        20, "one provider", .callKit, .documented, source: "CallKit: CXProvider; Signal sharedProvider",
        "One provider for the life of a process. A second takes transactions away from the first (observed).")
    /// C21, stated: begin is not a gate.
    public static let c21 = DeviceRule(
        21, "begin is not a gate", .callKit, .stated, source: "forum 797563",
        "`providerDidBegin` comes from the daemon some time after creation, and is lost if no delegate is set by then. "
            + "A report needs no begin.",
        asking: RuleExperiment(
            "Open the app ten times after it was closed.",
            .noticed("how long after the provider is made `providerDidBegin` comes")))
    /// C22, stated: no provider before main.
    public static let c22 = DeviceRule(
        22, "no provider before main", .callKit, .stated, role: .advice, source: "forum 783870",
        "A provider made by a static initializer, before the application exists, may end up without an audio session.")
    /// C23, documented: queues of delegate and completion.
    public static let c23 = DeviceRule(
        23, "queues of delegate and completion", .callKit, .documented, source: "CallKit: setDelegate(_:queue:)",
        "Delegate methods come on the given queue, or on main for none; delegate and queue are held weakly. The "
            + "report's completion comes on that queue, or on a private one.",
        asking: RuleExperiment(
            "Let ten calls come in, five of them to the closed app.", .recorded(["report", "reported"])))
    /// C24, documented: reset ends all.
    public static let c24 = DeviceRule(
        24, "reset ends all", .callKit, .documented, source: "CallKit: providerDidReset, invalidate",
        "After `providerDidReset` no call exists any more. After `invalidate` the delegate hears nothing.")
    /// C25, documented: a report may be refused.
    public static let c25 = DeviceRule(
        25, "a report may be refused", .callKit, .documented, source: "CallKit: CXErrorCodeIncomingCallError",
        "Do Not Disturb, a blocked caller, a UUID in use or a missing entitlement refuse a call; it does not exist.",
        asking: RuleExperiment(
            "Report two calls under one UUID, and one without the background mode.",
            .noticed("the domain of each error, as a text")))
    /// C26, observed: refused here, not everywhere.
    public static let c26 = DeviceRule(
        26, "refused here, not everywhere", .callKit, .observed, role: .advice,
        source: "linphone-iphone ProviderDelegate",
        "A call refused by this phone's Focus or block list still rings on the user's others.")
    /// C27, documented: limits of groups.
    public static let c27 = DeviceRule(
        27, "limits of groups", .callKit, .documented,
        source: "CallKit: maximumCallGroups; Signal; twilio-voice-react-native#174",
        "Two groups of five by default. Beyond, a start is refused with code 7 and an incoming report fails (observed). "
            + "A call counts until its end was carried out.")
    /// C28, observed: a UUID once.
    public static let c28 = DeviceRule(
        28, "a UUID once", .callKit, .observed, source: "flutter_callkit_incoming#397, #521; callkeep#750",
        "From iOS 17 a call under a recently ended UUID shows a broken screen that cannot be answered.")
    /// C29, observed: calls may outlive their process.
    public static let c29 = DeviceRule(
        29, "calls may outlive their process", .callKit, .observed, source: "wire-ios-sync-engine#123",
        "The daemon ends the calls of a dead process as a rule; sometimes one is left, blocks new ones and must be "
            + "ended at the next start.")
    /// C30, stated: set the configuration again.
    public static let c30 = DeviceRule(
        30, "set the configuration again", .callKit, .stated, source: "forum 783870, FB19429215",
        "From 18.4 to 26 the daemon may lose the provider's audio session, and calls stay silent, until the "
            + "configuration is assigned again before a report.")
    /// C31, documented: updates merge.
    public static let c31 = DeviceRule(
        31, "updates merge", .callKit, .documented, source: "CallKit: CXCallUpdate, reportCall(with:updated:)",
        "An update changes only the values that are set in it. A name given by the app overrides the system's contact.",
        asking: RuleExperiment(
            "Report a call with a name and a number, then an update that sets neither, and look at the call's screen.",
            .noticed("whether name and number are still there")))
    /// C32, observed: ringing ends after a minute.
    public static let c32 = DeviceRule(
        32, "ringing ends after a minute", .callKit, .observed, source: "flutter_callkit#29; forum 765367",
        "From iOS 16 the system ends ringing after 60 s with an end action that looks like the user's.")
    /// C33, observed: actions for unknown calls.
    public static let c33 = DeviceRule(
        33, "actions for unknown calls", .callKit, .observed, source: "flutter_callkit_incoming#850",
        "A relaunched process may be asked to end or mute a call it does not know. Failing that leaves it on screen.")
    /// C34, observed: the simulator hangs up.
    public static let c34 = DeviceRule(
        34, "the simulator hangs up", .callKit, .observed, role: .advice, source: "element-x-ios, telnyx-webrtc-ios",
        "Apple's simulator ends incoming calls by itself. This model is of a phone.")
    /// C35, observed: Recents.
    public static let c35 = DeviceRule(
        35, "Recents", .callKit, .observed, source: "voice-quickstart-objc#54; common experience",
        "The entry appears at the end: missed if it was not answered, not missed if taken or declined elsewhere, "
            + "cancelled for an outgoing call that never connected. A tap asks the app to start the call.",
        asking: RuleExperiment(
            "Let a call ring out, decline one, take one on another device, and cancel one of your own.",
            .noticed("what Recents shows of each, and in red or not")))
    /// C36, documented: default calling app.
    public static let c36 = DeviceRule(
        36, "default calling app", .callKit, .documented, source: "CallKit: calling-app entitlement",
        "Since 18.2 the person may make an app the phone's calling app: a tel link opens it, and asks no other.")
    /// C37, assumed: LiveCommunicationKit.
    public static let c37 = DeviceRule(
        37, "LiveCommunicationKit", .callKit,
        .assumed(
            RuleExperiment(
                "Build the app once with each framework, and leave an answer alone for two minutes in both.",
                .noticed("whether both time out after the same time"))),
        role: .advice, source: "LiveCommunicationKit",
        "The successor has the same daemon, deadlines and audio rules; CallKit is not deprecated.")

    static let providerRules: [DeviceRule] = [
        c20, c21, c22, c23, c24, c25, c26, c27, c28, c29, c30, c31, c32, c33, c34, c35, c36, c37,
    ]
}

/// The rules for actions, which the system asks the app to perform, and for transactions, which the app requests.
extension DeviceRule {
    /// C40, documented: an action is completed once.
    public static let c40 = DeviceRule(
        40, "an action is completed once", .callKit, .documented, source: "CallKit: CXAction",
        "The first `fulfill` or `fail` counts; later ones change nothing.")
    /// C41, documented: answer waits for the line.
    public static let c41 = DeviceRule(
        41, "answer waits for the line", .callKit, .documented,
        source: "PushKit: responding to VoIP notifications",
        "An answer may stay pending; the phone shows connecting until it is fulfilled.")
    /// C42, documented: a late action is taken away.
    public static let c42 = DeviceRule(
        42, "a late action is taken away", .callKit, .documented, source: "CallKit: provider(_:timedOutPerforming:)",
        "After its time-out an action is not the app's any more, and the call may end.")
    /// C43, reverse-engineered: times of actions.
    public static let c43 = DeviceRule(
        43, "times of actions", .callKit,
        .reverseEngineered(
            RuleExperiment(
                "Put the exchange where no media reach it, answer a call, and wait until the phone gives it up.",
                .recorded(["perform", "timedOut"]))),
        source: "charon; contradicted for start by Signal PR 1734",
        "60 s to answer, 600 s to start, 5 s for everything else, from the action's creation.")
    /// C44, observed: an action left alone ends the call.
    public static let c44 = DeviceRule(
        44, "an action left alone ends the call", .callKit, .observed, source: "flutter_callkit#12; forum 715488",
        "A mute or hold never completed ends the call about a minute later, a slow hold at once when calls are swapped."
    )
    /// C45, reverse-engineered: an action without a method fails.
    public static let c45 = DeviceRule(
        45, "an action without a method fails", .callKit,
        .reverseEngineered(
            RuleExperiment(
                "Remove `provider(_:perform:)` for mute from the app, and tap Mute in a call.",
                .noticed("whether the button springs back at once, after five seconds, or never"))),
        source: "charon",
        "What the delegate does not implement fails.")
    /// C46, documented: accepted is not done.
    public static let c46 = DeviceRule(
        46, "accepted is not done", .callKit, .documented, source: "CallKit: CXCallController.request",
        "A request's completion says that the transaction is valid, not that it happened. One that is not valid is "
            + "refused whole.")
    /// C47, observed: codes of refused requests.
    public static let c47 = DeviceRule(
        47, "codes of refused requests", .callKit, .observed, source: "twilio#526; forum 109002",
        "2 without a provider, 4 for a call that is gone or another app's, 7 at the limit of groups.")
    /// C48, observed: the system mutes by itself.
    public static let c48 = DeviceRule(
        48, "the system mutes by itself", .callKit, .observed, source: "Signal, FB7568405; stream-video-swift",
        "Unmute comes unasked when an outgoing call connects and for a muted call that has ended.")
    /// C49, documented: an outgoing call's steps.
    public static let c49 = DeviceRule(
        49, "an outgoing call's steps", .callKit, .documented, source: "CallKit; voice-quickstart-objc#54",
        "Start fulfilled, connecting reported, connected reported. Without the last it was a cancelled call.")
    /// C50, documented: two actions for a second call.
    public static let c50 = DeviceRule(
        50, "two actions for a second call", .callKit, .documented,
        source: "CallKit: execute; telnyx-webrtc-ios README",
        "End & Accept and Hold & Accept are one transaction of two actions, delivered separately, in any order.")

    static let actionRules: [DeviceRule] = [c40, c41, c42, c43, c44, c45, c46, c47, c48, c49, c50]
}

/// The rules for playing and recording.
extension DeviceRule {
    /// C60, documented: audio between activate and deactivate.
    public static let c60 = DeviceRule(
        60, "audio between activate and deactivate", .audio, .documented,
        source: "CallKit: making and receiving calls; forum 758386, 783870",
        "The category is set before the answer or start is fulfilled; the system then activates the session. Audio runs "
            + "only from `didActivate` to `didDeactivate`.")
    /// C61, stated: never activate yourself.
    public static let c61 = DeviceRule(
        61, "never activate yourself", .audio, .stated, source: "forum 783870, 749202",
        "In the background `setActive(true)` fails for lack of priority. Where it succeeds, the system cannot activate, "
            + "`didActivate` stays away and the microphone is silent.")
    /// C62, stated: the call's category stays.
    public static let c62 = DeviceRule(
        62, "the call's category stays", .audio, .stated, source: "forum 804510",
        "During a call another category is not honored.")
    /// C63, stated: hold and interruption.
    public static let c63 = DeviceRule(
        63, "hold and interruption", .audio, .stated, source: "forum 749202, 715488; linphone, Twilio",
        "Hold deactivates, resume activates. If the interrupting call was ended by its other side, the held call stays "
            + "held and `didActivate` does not come when the user resumes it.")
    /// C64, observed: media engines in manual audio.
    public static let c64 = DeviceRule(
        64, "media engines in manual audio", .audio, .observed, role: .advice, source: "telnyx, LiveKit",
        "An engine must not start audio by itself; activation may come before it exists.")
    /// C65, documented: overrides do not last.
    public static let c65 = DeviceRule(
        65, "overrides do not last", .audio, .documented, source: "AVFAudio: overrideOutputAudioPort",
        "The speaker override lasts until the next change of route. A2DP only plays; with both allowed HFP wins.")
    /// C66, stated: web media gives way.
    public static let c66 = DeviceRule(
        66, "web media gives way", .web, .stated, source: "forum 767949; element-x-ios",
        "A web view's sound and camera live in another process, only in the foreground, and stop when a call's session "
            + "becomes active.")
    /// C67, observed: video opens the app.
    public static let c67 = DeviceRule(
        67, "video opens the app", .callKit, .observed, source: "element-x-ios#5335",
        "Answering a call with video unlocks and opens the app; audio alone leaves it in the background.")
    /// C68, assumed: no microphone, no question.
    public static let c68 = DeviceRule(
        68, "no microphone, no question", .audio,
        .assumed(
            RuleExperiment(
                "Install the app anew, sign in without allowing the microphone, lock the phone, and answer a call.",
                .noticed("whether the phone asks for the microphone, and whether the other side hears anything"))),
        source: "stream-video-swift's policy",
        "Without permission a call answered on a locked phone cannot ask for it, and records nothing.")
    /// C69, assumed: a preferred input holds.
    public static let c69 = DeviceRule(
        69, "a preferred input holds", .audio,
        .assumed(
            RuleExperiment(
                "During a call choose a Bluetooth headset in the app, connect a second one, then switch the first off and "
                    + "choose it again from a list drawn before.",
                .noticed("which of the two is heard each time, and the code of the error"))),
        source: "AVFAudio: setPreferredInput",
        "An input that the app prefers brings its output with it, and holds against a device that is attached later. One "
            + "that cannot record now is refused with -50.")

    static let audioRules: [DeviceRule] = [c60, c61, c62, c63, c64, c65, c66, c67, c68, c69]
}
