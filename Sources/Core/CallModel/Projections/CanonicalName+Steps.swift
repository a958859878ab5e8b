extension CanonicalName: CallProjection {
    public static let platform = "canonical"

    public static let documented: [LegalSteps<CanonicalName>] = [
        LegalSteps(.idle, to: [.requesting, .connecting, .ringingInbound], because: "table"),
        LegalSteps(.requesting, to: [.ringingOutbound], because: "table"),
        LegalSteps(.connecting, to: [.ringingOutbound, .failed], because: "table"),
        LegalSteps(.ringingInbound, to: [.active, .missed, .ended, .failed], because: "table; FAILED: from any state"),
        LegalSteps(.ringingOutbound, to: [.active, .failed, .missed], because: "table"),
        LegalSteps(
            .active, to: [.onHold, .remoteHold, .reconnecting, .renegotiating, .ended, .dropped, .failed],
            because: "table; FAILED: from any state"),
        LegalSteps(.onHold, to: [.active, .failed], because: "table; FAILED: from any state"),
        LegalSteps(.remoteHold, to: [.failed], because: "FAILED: from any state"),
        LegalSteps(.reconnecting, to: [.active, .dropped, .ended, .failed], because: "table; FAILED: from any state"),
        LegalSteps(.renegotiating, to: [.active, .failed], because: "table; FAILED: from any state"),
        LegalSteps(.dropped, to: [.ended, .failed], because: "table; FAILED: from any state"),
        LegalSteps(.disconnecting, to: [.ended, .failed], because: "table; FAILED: from any state"),
        LegalSteps(.requesting, to: [.failed], because: "FAILED: from any state"),
    ]

    public static let closures: [LegalSteps<CanonicalName>] = [
        LegalSteps(
            .requesting, to: [.connecting],
            because: "two platforms' names of one phase; ours tells an offer in the making from an INVITE sent"),
        LegalSteps(
            .requesting, to: [.disconnecting, .ended],
            because: "REQUESTING could only ring: no cancel, no refusal"),
        LegalSteps(
            .connecting, to: [.disconnecting, .ended, .missed],
            because: "the caller could not cancel, the callee not be busy; answering can be overtaken by an end"),
        LegalSteps(
            .connecting, to: [.active, .remoteHold],
            because: "answering was missing: between ringing and active the call connects"),
        LegalSteps(
            .ringingInbound, to: [.connecting, .disconnecting],
            because: "answering was missing, and DISCONNECTING had no way in"),
        LegalSteps(
            .ringingOutbound, to: [.connecting, .disconnecting, .ended],
            because: "answering was missing, cancel too, and DISCONNECTING had no way in"),
        LegalSteps(
            .active, to: [.disconnecting],
            because: "DISCONNECTING had no way in"),
        LegalSteps(
            .onHold, to: [.disconnecting, .ended, .dropped, .reconnecting, .remoteHold, .renegotiating],
            because: "ON_HOLD could only resume: no hang-up, no network loss, no second hold beneath it"),
        LegalSteps(
            .remoteHold, to: [.active, .onHold, .disconnecting, .ended, .dropped, .reconnecting, .renegotiating],
            because: "REMOTE_HOLD had no way out"),
        LegalSteps(
            .reconnecting, to: [.onHold, .remoteHold, .disconnecting],
            because: "both holds survive a reconnection; a hang-up waits for its acknowledgement"),
        LegalSteps(
            .renegotiating, to: [.onHold, .remoteHold, .reconnecting, .disconnecting, .ended, .dropped],
            because: "RENEGOTIATING could only succeed"),
        LegalSteps(
            .disconnecting, to: [.missed],
            because: "a device that stopped ringing by itself missed the call"),
        LegalSteps(
            .failed, to: [.ended, .missed],
            because: "stronger news that comes late corrects how the call ended; FAILED never reached ENDED "
                + "while DROPPED did"),
        LegalSteps(
            .missed, to: [.ended],
            because: "stronger news that comes late corrects how the call ended; MISSED never reached ENDED "
                + "while DROPPED did"),
        LegalSteps(
            .ended, to: [.failed],
            because: "a refusal that crossed the caller's cancel"),
    ]
}
