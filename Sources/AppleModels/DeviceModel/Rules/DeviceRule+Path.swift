/// What a path monitor tells.
extension DeviceRule {
    public static let c90 = DeviceRule(
        90, "first update, then bursts", .network, .documented, source: "Network: NWPathMonitor; wireguard-apple#6",
        "One update soon after the start, then one a change. Joining Wi-Fi brings several, and a change of interface may "
            + "pass through no path at all (observed).",
        asking: RuleQuestion(
            "During a call leave the range of Wi-Fi, and come back. What is asked is how soon the first update comes, and "
                + "how many come for one change.",
            .recorded(["path"])))
    public static let c91 = DeviceRule(
        91, "cancelled for good", .network, .documented, source: "Network: NWPathMonitor.cancel",
        "A cancelled monitor tells nothing more and cannot be started again.")
    public static let c92 = DeviceRule(
        92, "used is not available", .network, .documented, source: "Network: NWPath",
        "`availableInterfaces` lists what exists; `usesInterfaceType` says what the path takes.")
    public static let c93 = DeviceRule(
        93, "same type, other network", .network, .observed, source: "firezone#9993, #9997",
        "A change of address, of Wi-Fi, of DNS or of VPN is an update although type and status stay; sockets are dead.")
    public static let c94 = DeviceRule(
        94, "silent while suspended", .network,
        .assumed(
            RuleQuestion(
                "Leave the app, wait a minute without a call, switch Wi-Fi off and on twice, and open the app.",
                .recorded(["background", "path", "active"]))),
        source: "UIKit: app life cycle",
        "A suspended app is told nothing; on waking it reads `currentPath`. Satisfied does not mean reachable.")

    static let pathRules: [DeviceRule] = [c90, c91, c92, c93, c94]
}
