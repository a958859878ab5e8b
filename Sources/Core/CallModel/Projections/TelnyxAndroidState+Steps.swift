extension TelnyxAndroidState: CallProjection {
    public static let platform = "telnyxAndroid"

    public static let documented: [LegalSteps<TelnyxAndroidState>] = [
        LegalSteps(.new, to: [.connecting, .error], because: "diagram"),
        LegalSteps(.connecting, to: [.ringing, .error], because: "diagram"),
        LegalSteps(.ringing, to: [.active, .error, .done], because: "diagram"),
        LegalSteps(.active, to: [.held, .renegotiating, .reconnecting, .dropped, .error, .done], because: "diagram"),
        LegalSteps(.held, to: [.active, .done], because: "diagram"),
        LegalSteps(.renegotiating, to: [.active, .done], because: "diagram"),
        LegalSteps(.reconnecting, to: [.active, .dropped, .error], because: "diagram"),
        LegalSteps(.dropped, to: [.done], because: "diagram"),
    ]

    public static let closures: [LegalSteps<TelnyxAndroidState>] = [
        LegalSteps(
            .new, to: [.ringing, .done],
            because: "the diagram has no way in for an incoming call, nor a cancel before the INVITE"),
        LegalSteps(
            .connecting, to: [.done],
            because: "the caller can cancel, the callee can be busy; the diagram knows only ERROR"),
        LegalSteps(
            .error, to: [.done],
            because: "stronger news that comes late corrects how the call ended"),
        LegalSteps(
            .held, to: [.reconnecting, .renegotiating],
            because: "a held call can lose its network and find it again with its hold kept; hold and link are "
                + "independent"),
        LegalSteps(
            .reconnecting, to: [.held, .done],
            because: "the hold survives; a person can hang up while it reconnects (the common table says so)"),
        LegalSteps(
            .held, to: [.dropped],
            because: "a held call breaks as an active one does"),
        LegalSteps(
            .renegotiating, to: [.held, .reconnecting, .dropped],
            because: "a renegotiation can end held or fail; the diagram lets it only succeed"),
    ]
}
