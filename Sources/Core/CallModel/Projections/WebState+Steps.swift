extension WebState: CallProjection {
    public static let platform = "web"

    /// `activeCall` is `null` before: an outgoing call appears as requesting, an incoming one as ringing.
    public static let entries: [WebState] = [.requesting, .ringing]

    public static let documented: [LegalSteps<WebState>] = [
        LegalSteps(.requesting, to: [.ringing, .destroy], because: "diagram"),
        LegalSteps(.ringing, to: [.active, .destroy], because: "diagram"),
        LegalSteps(.active, to: [.destroy], because: "diagram"),
    ]

    public static let closures: [LegalSteps<WebState>] = []
}
