internal import CallerSealing
internal import ExchangePush
internal import Foundation
internal import PushDelivery
internal import PushPayload
internal import Redaction

extension ConfigurationFile {
    static let pushKeys = ["tells-caller", "alert-after-days", "apns", "fcm"]
    private static let apnsKeys = ["team", "key-id", "key-file", "topics", "host", "port", "trusted-certificates"]
    private static let fcmKeys = ["service-account-file", "address", "token-address", "trusted-certificates"]
    static let tokenKeys = ["service", "token", "topic", "environment", "project"]

    static func push(_ section: ConfigurationSection) throws(ExchangeServerError) -> PushConfiguration {
        var push = PushConfiguration()
        for entry in try section.sections("apns", keys: apnsKeys) { push.apns.append(try apns(entry)) }
        for entry in try section.sections("fcm", keys: fcmKeys) { push.fcm.append(try fcm(entry)) }
        return push
    }

    private static func apns(_ entry: ConfigurationSection) throws(ExchangeServerError) -> APNsAccount {
        guard let key = try entry.fileText("key-file") else { throw entry.complaint("key-file", "is missing") }
        let topics = try entry.texts("topics")
        guard !topics.isEmpty else { throw entry.complaint("topics", "must name one bundle id or more") }
        var account = APNsAccount(
            teamID: try entry.requiredText("team"), keyID: try entry.requiredText("key-id"),
            privateKeyPEM: Redacted(key), topics: topics)
        guard let host = try entry.text("host") else { return account }
        let endpoint = ServiceEndpoint(
            host: host, port: try entry.integer("port", in: 1...65_535) ?? 443,
            trustedPEM: try entry.fileText("trusted-certificates"))
        account.endpoints = [.production: endpoint, .sandbox: endpoint]
        return account
    }

    private static func fcm(_ entry: ConfigurationSection) throws(ExchangeServerError) -> FCMAccount {
        guard let file = try entry.fileText("service-account-file") else {
            throw entry.complaint("service-account-file", "is missing")
        }
        var account: FCMAccount
        do throws(PushSenderError) {
            account = try FCMAccount(serviceAccount: Array(file.utf8))
        } catch {
            throw entry.complaint("service-account-file", "is no service account: \(error.context)")
        }
        account.serviceURL = try entry.address("address") ?? account.serviceURL
        account.tokenURL = try entry.address("token-address") ?? account.tokenURL
        account.trustedPEM = try entry.fileText("trusted-certificates")
        return account
    }

    /// Reads how a device is reached outside its sockets: its address at Telnyx, its push tokens and its push key.
    static func readReach(
        _ entry: ConfigurationSection, of device: inout DeviceEntry
    ) throws(ExchangeServerError) {
        let address = try entry.text("telnyx-address")
        if let address, !address.hasPrefix("sip:") || !address.contains("@") {
            throw entry.complaint("telnyx-address", "must be a SIP address such as sip:gencred@sip.telnyx.com")
        }
        device.telnyxAddress = address.map { Redacted($0) }
        for token in try entry.sections("push", keys: tokenKeys) { device.pushTokens.append(try self.token(token)) }
        guard let key = try entry.text("push-key") else { return }
        guard let bytes = AccountDocument.pushKey(base64: key) else {
            throw entry.complaint("push-key", "must be base64 of \(CallerSeal.keyByteCount) bytes")
        }
        device.pushKey = bytes
    }

    private static func token(_ entry: ConfigurationSection) throws(ExchangeServerError) -> DeviceToken {
        let address: PushAddress
        switch try entry.requiredText("service") {
        case "apns":
            let environment = try entry.text("environment")
            guard environment.map({ APNsEnvironment(rawValue: $0) != nil }) ?? true else {
                throw entry.complaint("environment", "must be production or sandbox")
            }
            address = .apns(
                topic: try entry.requiredText("topic"), environment.flatMap { APNsEnvironment(rawValue: $0) })
        case "fcm": address = .fcm(project: try entry.requiredText("project"))
        default: throw entry.complaint("service", "must be apns or fcm")
        }
        do throws(DeviceTokenError) {
            return try DeviceToken(
                try requiredToken(entry), at: address,
                registeredAt: WallTime(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)))
        } catch {
            throw entry.complaint("token", "is none of the service: \(error.code.rawValue)")
        }
    }

    private static func requiredToken(_ entry: ConfigurationSection) throws(DeviceTokenError) -> String {
        guard let text = try? entry.requiredText("token") else { throw DeviceTokenError(.badSign) }
        return text
    }
}
