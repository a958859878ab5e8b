internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import PushDelivery
internal import PushPayload
internal import Redaction
internal import RingCore

/// Where a device is reached apart from the sockets it opens itself.
struct DeviceAddresses: Sendable {
    /// Its id in ring sessions: its login, which is unique in the exchange.
    let id: DeviceID
    /// Its user, and its name at the gateway, which is unique for that user.
    let gatewayDevice: GatewayDevice
    /// The name its person gave it; nil when it has only the gateway's.
    var title: Redacted<String>?
    /// Its SIP address at Telnyx in the configuration, which applies to every organization.
    var telnyxAddress: Redacted<String>?
    /// For a device of an account: its SIP address at Telnyx in each organization whose calls may ring it.
    var addresses: [OrganizationID: Redacted<String>] = [:]
    /// For a device of an account: every SIP address it may call from, including those of older credentials, with its
    /// organization; a nil value means no organization.
    var origins: [Redacted<String>: OrganizationID?] = [:]
    /// The tokens that wake its app, and those by which its system shows alerts.
    var tokens: [DeviceToken]
    /// The key that callers are sealed with; nil when its app has none.
    var key: Redacted<[UInt8]>?
    /// When its app last showed that it is there, in microseconds since 1970; nil when that is unknown.
    var lastUsedAt: Int64?

    init(_ entry: DeviceEntry, of user: UserID) {
        id = DeviceID(entry.login)
        gatewayDevice = GatewayDevice(DeviceID(entry.name), of: user)
        telnyxAddress = entry.telnyxAddress
        tokens = entry.pushTokens
        key = entry.pushKey
    }

    var user: UserID { gatewayDevice.user }

    /// The tokens by which the device is told of a call.
    ///
    /// - Parameter now: microseconds since 1970.
    func ways(at now: Int64, silenceMax: Duration) -> PushRouting {
        PushRouting(
            waking: tokens.filter(\.wakes), alerting: tokens.filter { !$0.wakes },
            silence: lastUsedAt.map { .microseconds(now - $0) }, silenceMax: silenceMax)
    }

    /// Every address at which Telnyx reaches it or from which it calls, for any organization.
    var everyAddress: Set<Redacted<String>> {
        Set((telnyxAddress.map { [$0] } ?? []) + addresses.values + origins.keys)
    }

    /// The organization for which it calls from an address; nil when the address does not belong to one.
    func organization(at address: Redacted<String>) -> OrganizationID? {
        if let organization = origins[address] { return organization }
        return addresses.filter { $0.value == address }.keys.min { $0.rawValue < $1.rawValue }
    }

    /// The address at which Telnyx reaches it for an organization; nil when there is none. It is never an address of
    /// another organization.
    func address(in organization: OrganizationID) -> Redacted<String>? { telnyxAddress ?? addresses[organization] }
}

extension DeviceAddresses {
    /// A device of an account, which has the same id at the gateway.
    ///
    /// - Parameters:
    ///   - key: the key that callers are sealed with.
    ///   - addresses: where the carrier reaches it.
    ///   - origins: where it may call from.
    ///   - project: the Firebase project of Google's tokens, which do not name one.
    init(
        _ device: AccountDevice, _ tokens: [PushToken], key: Redacted<[UInt8]>?,
        addresses: [OrganizationID: Redacted<String>], origins: [Redacted<String>: OrganizationID?],
        project: String?
    ) {
        id = DeviceID(device.id)
        gatewayDevice = GatewayDevice(id, of: UserID(device.user))
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
    /// Returns nil when a call cannot be pushed to the token, because its service is not configured or its app is
    /// unknown.
    fileprivate init?(_ token: PushToken, project: String?) {
        let address: PushAddress
        switch token.kind {
        case .apnsVoIP, .apns:
            guard let topic = token.topic, APNsPushType.isVoIP(topic: topic) == (token.kind == .apnsVoIP) else {
                return nil
            }
            let environment: APNsEnvironment? =
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
