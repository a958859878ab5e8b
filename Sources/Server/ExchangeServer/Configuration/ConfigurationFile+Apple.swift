internal import Foundation
internal import Redaction

extension ConfigurationFile {
    static let appleKeys = ["clients", "team", "key", "private-key", "url", "authorities"]

    /// ```yaml
    /// apple: { clients: [cloud.example.app], team: TEAM123456, key: KEY1234567, private-key: AuthKey.p8 }
    /// ```
    static func readApple(_ section: ConfigurationSection) throws(ExchangeServerError) -> AppleSignInConfiguration {
        let clients = try section.texts("clients")
        guard !clients.isEmpty else { throw section.complaint("clients", "must name one bundle id at least") }
        let file = try section.requiredText("private-key")
        guard let pem = try? String(contentsOfFile: file, encoding: .utf8) else {
            throw section.complaint("private-key", "names a file that cannot be read")
        }
        var apple = AppleSignInConfiguration(
            clients: clients, team: try section.requiredText("team"), keyID: try section.requiredText("key"),
            privateKey: Redacted(pem))
        if let address = try section.text("url") {
            let isPlain = address.hasPrefix("http://127.0.0.1:") || address.hasPrefix("http://localhost:")
            guard address.hasPrefix("https://") || isPlain, !address.hasSuffix("/") else {
                throw section.complaint("url", "must be https://host, without a slash at the end")
            }
            apple.address = address
        }
        apple.authorities = try section.text("authorities")
        return apple
    }
}
