extension ConfigurationFile {
    static let voicemailKeys = ["greeting", "message-seconds", "kept-days"]

    static func voicemail(_ top: ConfigurationSection) throws(ExchangeServerError) -> VoicemailSettings? {
        guard let section = try top.section("voicemail", keys: voicemailKeys) else {
            return nil
        }
        var settings = VoicemailSettings()
        settings.greetingPath = try section.text("greeting")
        settings.length = try section.integer("message-seconds", in: 5...600).map(Duration.seconds) ?? settings.length
        settings.keptDays = try section.integer("kept-days", in: 1...3_650) ?? settings.keptDays
        return settings
    }
}
