extension PajamaState: CallProjection {
    public static let platform = "pajama"

    public static let documented: [LegalSteps<PajamaState>] = [
        LegalSteps(.idle, to: [.incoming, .outgoing], because: "lifecycles"),
        LegalSteps(.outgoing, to: [.joining, .disconnected, .idle], because: "state flow examples"),
        LegalSteps(.incoming, to: [.disconnected], because: "ring timeout behaviour"),
        LegalSteps(.joining, to: [.connected], because: "state flow examples"),
        LegalSteps(.connected, to: [.reconnecting, .disconnecting], because: "state definitions"),
        LegalSteps(.reconnecting, to: [.connected, .disconnected], because: "network disruptions"),
        LegalSteps(.disconnecting, to: [.disconnected], because: "state definitions"),
        LegalSteps(.disconnected, to: [.idle], because: "state definitions"),
    ]

    public static let closures: [LegalSteps<PajamaState>] = [
        LegalSteps(
            .incoming, to: [.joining],
            because: "accepting a call has no row of its own; joinCall() is the same for both directions"),
        LegalSteps(
            .incoming, to: [.disconnecting],
            because: "declining is a hang-up by the user; the definition names no state it is limited to"),
        LegalSteps(
            .outgoing, to: [.disconnecting],
            because: "cancelling is a hang-up by the user; the definition names no state it is limited to"),
        LegalSteps(
            .joining, to: [.disconnecting, .disconnected],
            because: "a call can end while it joins"),
        LegalSteps(
            .connected, to: [.disconnected],
            because: "the other side can hang up, or the media can break"),
        LegalSteps(
            .reconnecting, to: [.disconnecting],
            because: "a person can hang up while it reconnects"),
    ]
}
