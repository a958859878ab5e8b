internal import CallModel
internal import PushDelivery
internal import Redaction

/// Where a device is reached beside the sockets it opens itself.
struct DeviceReach: Sendable {
    /// What ring sessions know it by: its login, which is unique in the exchange.
    let id: DeviceID
    let user: UserID
    /// What the gateway knows it by: unique with its user.
    let name: DeviceID
    /// Its SIP address at Telnyx.
    var telnyxAddress: Redacted<String>?
    var tokens: [DeviceToken]
    var key: Redacted<[UInt8]>?

    init(_ entry: DeviceEntry, of user: UserID) {
        id = DeviceID(entry.login)
        self.user = user
        name = DeviceID(entry.name)
        telnyxAddress = entry.telnyxAddress
        tokens = entry.pushTokens
        key = entry.pushKey
    }
}
