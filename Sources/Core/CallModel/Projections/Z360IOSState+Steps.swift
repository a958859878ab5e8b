extension Z360IOSState: CallProjection {
    public static let platform = "z360IOS"

    public static let documented: [LegalSteps<Z360IOSState>] = [
        LegalSteps(.idle, to: [.ringingIn, .ringingOut, .failed], because: "diagram"),
        LegalSteps(
            .ringingIn, to: [.connecting, .disconnecting, .ended],
            because: "diagram; ENDED: didDeactivate from any state"),
        LegalSteps(
            .ringingOut, to: [.connecting, .disconnecting, .ended],
            because: "diagram; ENDED: didDeactivate from any state"),
        LegalSteps(
            .connecting, to: [.active, .disconnecting, .failed, .ended],
            because: "diagram; DISCONNECTING: CXEndCallAction in any active state; FAILED: answer timeout"),
        LegalSteps(
            .active, to: [.onHold, .reconnecting, .disconnecting, .ended],
            because: "diagram; ENDED: didDeactivate from any state"),
        LegalSteps(
            .onHold, to: [.active, .disconnecting, .ended],
            because: "diagram; DISCONNECTING: CXEndCallAction in any active state"),
        LegalSteps(
            .reconnecting, to: [.active, .failed, .disconnecting, .ended],
            because: "diagram; DISCONNECTING: CXEndCallAction in any active state"),
        LegalSteps(.disconnecting, to: [.ended], because: "diagram"),
        LegalSteps(.ended, to: [.idle], because: "diagram"),
        LegalSteps(.failed, to: [.idle], because: "diagram"),
    ]

    public static let closures: [LegalSteps<Z360IOSState>] = [
        LegalSteps(
            .ringingOut, to: [.failed],
            because: "FAILED is defined as network or SDK error; the diagram forgets set-up"),
        LegalSteps(
            .ringingIn, to: [.failed],
            because: "FAILED is defined as network or SDK error; the diagram forgets set-up"),
        LegalSteps(
            .active, to: [.failed],
            because: "FAILED is defined as network or SDK error; the diagram goes by RECONNECTING only"),
        LegalSteps(
            .onHold, to: [.failed, .reconnecting],
            because: "a held call can lose its network and find it again with its hold kept; hold and link are "
                + "independent"),
        LegalSteps(
            .reconnecting, to: [.onHold],
            because: "a held call can lose its network and find it again with its hold kept; hold and link are "
                + "independent"),
        LegalSteps(
            .failed, to: [.ended],
            because: "stronger news that comes late corrects how the call ended"),
    ]
}
