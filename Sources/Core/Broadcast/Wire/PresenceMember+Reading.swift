internal import WireJSON

extension PresenceMember {
    /// Reads the `channel_data` of a subscription: `{"user_id": …, "user_info": …}`.
    ///
    /// - Returns: nil when it names nobody.
    init?(channelData: String?) {
        guard let channelData, let object = (try? JSONParser.parse(text: channelData))?.object,
            let id = object["user_id"]
        else { return nil }
        let user = id.string ?? id.integer.map { "\($0)" }
        guard let user, !user.isEmpty, user.utf8.count <= BroadcastLimits.keyBytesMax else { return nil }
        self.init(user: user, info: object["user_info"])
    }
}
