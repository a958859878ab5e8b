/// Names that comments and documents quote although the code does not have them, because they belong to others.
enum OutsideNames {
    static let all = Set(apple + carriers + apps + others + samples)

    /// Of Apple's systems: names that the modeled part of them does not have.
    private static let apple = [
        "NSFileProtectionComplete", "NSFileProtectionNone", "NSInternalInconsistencyException", "NWConnection",
        "didReceiveIncomingPush", "protectedDataDidBecomeAvailable", "protectedDataWillBecomeUnavailable",
    ]

    /// Of Telnyx, FreeSWITCH and Reverb: names in their sources, which say why a value or a name is as it is.
    private static let carriers = [
        "MOSCalculator", "TxCodecCapability", "onPushDisabled", "processVoIPNotification", "reconnectTimeout",
        "first_command_timeout", "first_command_timeout_secs", "mod_verto", "verto__invite_func",
        "max_message_size", "max_request_size", "lib/bundle.js",
    ]

    /// Of the apps whose states are projected, and of the frameworks of the example app.
    private static let apps = ["RTCCallState", "activeCall", "appUrlOpen", "Cordova", "pm"]

    /// Of tools, libraries and papers.
    private static let others = [
        "TwoPhase.tla", "alaw_compress", "ulaw_compress", "civil_from_days", "cryptography", "npm", "npx", "perf", "ps",
        "sysexits.h", "EX_USAGE", "INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS",
    ]

    /// Values and patterns that explain a sentence.
    private static let samples = ["cNN", "load0", "fec8", "hgfedcba", "pri", "Type+Subject.swift"]
}
