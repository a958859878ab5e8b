internal import CallModel
internal import PushDelivery
internal import Redaction
internal import RingCore

/// Where a device is reached beside the sockets it opens itself.
struct DeviceReach: Sendable {
    /// What ring sessions know it by: its login, which is unique in the exchange.
    let id: DeviceID
    let user: UserID
    /// What the gateway knows it by: unique with its user.
    let name: DeviceID
    /// Its SIP address at Telnyx, as the configuration has it: for every organisation.
    var telnyxAddress: Redacted<String>?
    /// Of a device of an account: its SIP address at Telnyx in each organisation whose calls may ring it.
    var addresses: [OrganizationID: Redacted<String>] = [:]
    var tokens: [DeviceToken]
    /// What callers are sealed with; nil: its app has none.
    var key: Redacted<[UInt8]>?
    /// When its app said last that it is there, microseconds since 1970; nil: not known.
    var lastUsedAt: Int64?

    init(_ entry: DeviceEntry, of user: UserID) {
        id = DeviceID(entry.login)
        self.user = user
        name = DeviceID(entry.name)
        telnyxAddress = entry.telnyxAddress
        tokens = entry.pushTokens
        key = entry.pushKey
    }

    /// Wherever Telnyx reaches it, for any organisation.
    var everyAddress: [Redacted<String>] { (telnyxAddress.map { [$0] } ?? []) + addresses.values }

    /// Where Telnyx reaches it for an organisation; nil: not at all. Never an address of another organisation.
    func address(in organization: OrganizationID) -> Redacted<String>? { telnyxAddress ?? addresses[organization] }
}
