/// Who may play and record, and when.
extension DeviceRule {
    public static let c60 = DeviceRule(
        60, "audio between activate and deactivate", .audio, .documented,
        source: "CallKit: making and receiving calls; forum 758386, 783870",
        "The category is set before the answer or start is fulfilled; the system then activates the session. Audio runs "
            + "only from `didActivate` to `didDeactivate`.")
    public static let c61 = DeviceRule(
        61, "never activate yourself", .audio, .stated, source: "forum 783870, 749202",
        "In the background `setActive(true)` fails for lack of priority. Where it succeeds, the system cannot activate, "
            + "`didActivate` stays away and the microphone is silent.")
    public static let c62 = DeviceRule(
        62, "the call's category stays", .audio, .stated, source: "forum 804510",
        "During a call another category is not honoured.")
    public static let c63 = DeviceRule(
        63, "hold and interruption", .audio, .stated, source: "forum 749202, 715488; linphone, Twilio",
        "Hold deactivates, resume activates. If the interrupting call was ended by its other side, the held call stays "
            + "held and `didActivate` does not come when the user resumes it.")
    public static let c64 = DeviceRule(
        64, "media engines in manual audio", .audio, .observed, role: .advice, source: "telnyx, LiveKit",
        "An engine must not start audio by itself; activation may come before it exists.")
    public static let c65 = DeviceRule(
        65, "overrides do not last", .audio, .documented, source: "AVFAudio: overrideOutputAudioPort",
        "The speaker override lasts until the next change of route. A2DP only plays; with both allowed HFP wins.")
    public static let c66 = DeviceRule(
        66, "web media gives way", .web, .stated, source: "forum 767949; element-x-ios",
        "A web view's sound and camera live in another process, only in the foreground, and stop when a call's session "
            + "becomes active.")
    public static let c67 = DeviceRule(
        67, "video opens the app", .callKit, .observed, source: "element-x-ios#5335",
        "Answering a call with video unlocks and opens the app; audio alone leaves it in the background.")
    public static let c68 = DeviceRule(
        68, "no microphone, no question", .audio,
        .assumed(
            RuleQuestion(
                "Install the app anew, sign in without allowing the microphone, lock the phone, and answer a call.",
                .noticed("whether the phone asks for the microphone, and whether the other side hears anything"))),
        source: "stream-video-swift's policy",
        "Without permission a call answered on a locked phone cannot ask for it, and records nothing.")
    public static let c69 = DeviceRule(
        69, "a preferred input holds", .audio,
        .assumed(
            RuleQuestion(
                "During a call choose a Bluetooth headset in the app, connect a second one, then switch the first off and "
                    + "choose it again from a list drawn before.",
                .noticed("which of the two is heard each time, and the code of the error"))),
        source: "AVFAudio: setPreferredInput",
        "An input that the app prefers brings its output with it, and holds against a device that is attached later. One "
            + "that cannot record now is refused with -50.")

    static let audioRules: [DeviceRule] = [c60, c61, c62, c63, c64, c65, c66, c67, c68, c69]
}
