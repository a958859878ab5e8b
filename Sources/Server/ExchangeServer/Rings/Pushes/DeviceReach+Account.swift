internal import CallModel
internal import ExchangeStorage
internal import PushDelivery
internal import PushPayload
internal import Redaction
internal import RingCore

extension DeviceReach {
    /// A device of an account, as the gateway knows it too: by its id.
    ///
    /// - Parameters:
    ///   - key: what callers are sealed with.
    ///   - addresses: where the carrier reaches it.
    ///   - origins: where it may call from.
    ///   - project: the Firebase project of tokens of Google's; they do not name one.
    init(
        _ device: AccountDevice, _ tokens: [PushToken], key: Redacted<[UInt8]>?,
        addresses: [OrganizationID: Redacted<String>], origins: [Redacted<String>: OrganizationID?], project: String?
    ) {
        id = DeviceID(device.id)
        user = UserID(device.user)
        name = DeviceID(device.id)
        title = device.name
        telnyxAddress = nil
        self.key = key
        lastUsedAt = device.lastUsedAt
        self.addresses = addresses
        self.origins = origins
        self.tokens = tokens.filter { $0.device == device.id }.compactMap { DeviceToken($0, project: project) }
    }
}

extension DeviceToken {
    /// nil when it is none that a call could be told to: of a service that is not configured, or of an unknown app.
    fileprivate init?(_ token: PushToken, project: String?) {
        let address: PushAddress
        switch token.kind {
        case .apnsVoIP, .apns:
            guard let topic = token.topic, ApnsPushType.isVoIP(topic: topic) == (token.kind == .apnsVoIP) else {
                return nil
            }
            let environment: ApnsEnvironment? =
                switch token.environment {
                case "production": .production
                case "development", "sandbox": .sandbox
                default: nil
                }
            address = .apns(topic: topic, environment)
        case .fcm:
            guard let project else { return nil }
            address = .fcm(project: project)
        }
        try? self.init(
            token.token.revealed, at: address, registeredAt: WallTime(milliseconds: token.registeredAt / 1_000))
    }
}
