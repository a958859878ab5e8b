extension TelnyxIOSState: CallProjection {
    public static let platform = "telnyxIOS"

    public static let documented: [LegalSteps<TelnyxIOSState>] = [
        LegalSteps(.new, to: [.connecting, .done], because: "diagram: NEW → CONNECTING, NEW → DONE"),
        LegalSteps(.new, to: [.active], because: "SDK: an incoming call is NEW until answer() makes it ACTIVE"),
        LegalSteps(.connecting, to: [.ringing, .done], because: "diagram"),
        LegalSteps(.ringing, to: [.active, .done], because: "diagram"),
        LegalSteps(.active, to: [.held, .reconnecting, .dropped, .done], because: "diagram"),
        LegalSteps(.held, to: [.active, .done], because: "diagram"),
        LegalSteps(.reconnecting, to: [.active, .dropped], because: "diagram"),
        LegalSteps(.dropped, to: [.done], because: "diagram"),
        LegalSteps(.reconnecting, to: [.done], because: "SDK: hang-up and reconnect time-out are DONE"),
    ]

    public static let closures: [LegalSteps<TelnyxIOSState>] = [
        LegalSteps(
            .held, to: [.reconnecting],
            because: "the SDK sets every live call RECONNECTING, held ones too; the diagram shows only ACTIVE"),
        LegalSteps(
            .reconnecting, to: [.held],
            because: "a re-attach keeps the hold (the SDK forgets it: weakness W3)"),
        LegalSteps(
            .held, to: [.dropped],
            because: "a held call breaks as an active one does"),
    ]
}
