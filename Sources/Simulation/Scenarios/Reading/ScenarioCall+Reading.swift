extension ScenarioCall {
    static let keys = [
        "number", "name", "organization", "organization name", "invite after", "media after", "rings for",
        "greets for", "push names", "vendor push names", "invite names", "session of", "provider",
    ]

    private enum Provider: String, CaseIterable {
        case exchange, carrier
    }

    init(_ id: CallName, _ section: ScenarioSection, device: DeviceSetup) throws(ScenarioError) {
        let organization = try section.text("organization") ?? device.organizations.first ?? ""
        self.init(
            id, number: try section.requiredText("number"), name: try section.text("name"),
            organization: organization)
        organizationName = try section.text("organization name")
        inviteAfter = try Self.delay("invite after", section, usual: inviteAfter)
        mediaAfter = try Self.delay("media after", section, usual: mediaAfter)
        ringsFor = try section.time("rings for") ?? ringsFor
        greetsFor = try section.time("greets for")
        pushNames = try section.words("push names", Mark.self) ?? pushNames
        vendorPushNames = try section.words("vendor push names", Mark.self) ?? vendorPushNames
        inviteNames = try section.words("invite names", Mark.self) ?? inviteNames
        isOfCarrier = try section.word("provider", Provider.self) == .carrier
        sessionOf = try section.text("session of").map(CallName.init(_:))
    }

    private static func delay(
        _ key: String, _ section: ScenarioSection, usual: Duration?
    ) throws(ScenarioError) -> Duration? {
        guard section.has(key) else { return usual }
        return try section.text(key) == "never" ? nil : try section.time(key)
    }
}
