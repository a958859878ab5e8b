internal import Broadcast
internal import Redaction

extension ConfigurationFile {
    private static let keys = ["id", "key", "secret", "client-events"]

    /// Reads `broadcast-apps: [{ id, key, secret, client-events }]`.
    static func broadcastApps(_ top: ConfigurationSection) throws(ExchangeServerError) -> [BroadcastApp] {
        var apps: [BroadcastApp] = []
        for entry in try top.sections("broadcast-apps", keys: keys) {
            let app = try broadcastApp(entry)
            guard !apps.contains(where: { $0.id == app.id || $0.key == app.key }) else {
                throw entry.complaint("id", "or key is another application's")
            }
            apps.append(app)
        }
        return apps
    }

    private static func broadcastApp(_ entry: ConfigurationSection) throws(ExchangeServerError) -> BroadcastApp {
        let (id, key) = (try entry.requiredText("id"), try entry.requiredText("key"))
        // Both stand in addresses, unescaped.
        for (name, value) in [("id", id), ("key", key)] where !ChannelName.isValid(value) {
            throw entry.complaint(name, "may have letters, digits and _-=@,.; only")
        }
        let secret = try entry.requiredText("secret")
        guard secret.utf8.count >= BroadcastApp.secretCharactersMin else {
            throw entry.complaint(
                "secret", "must have \(BroadcastApp.secretCharactersMin) characters; try `openssl rand -hex 16`")
        }
        return BroadcastApp(
            id: id, key: key, secret: Redacted(secret),
            allowsClientEvents: try entry.boolean("client-events") ?? true)
    }
}
