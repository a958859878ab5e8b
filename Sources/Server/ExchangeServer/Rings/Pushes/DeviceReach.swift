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
    /// What its person calls it; nil: as the gateway does.
    var title: Redacted<String>?
    /// Its SIP address at Telnyx, as the configuration has it: for every organisation.
    var telnyxAddress: Redacted<String>?
    /// Of a device of an account: its SIP address at Telnyx in each organisation whose calls may ring it.
    var addresses: [OrganizationID: Redacted<String>] = [:]
    /// Of a device of an account: every SIP address it may call from, those of older credentials too, and for which
    /// organisation; `nil` inside: for none.
    var origins: [Redacted<String>: OrganizationID?] = [:]
    /// Those that wake its app, and those by which its system shows alerts.
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

    /// By which tokens it is told of a call.
    ///
    /// - Parameter now: microseconds since 1970.
    func ways(at now: Int64, silenceMax: Duration) -> PushWays {
        PushWays(
            waking: tokens.filter(\.wakes), alerting: tokens.filter { !$0.wakes },
            silence: lastUsedAt.map { .microseconds(now - $0) }, silenceMax: silenceMax)
    }

    /// Wherever Telnyx reaches it, or it calls from, for any organisation.
    var everyAddress: Set<Redacted<String>> {
        Set((telnyxAddress.map { [$0] } ?? []) + addresses.values + origins.keys)
    }

    /// Which organisation it calls for from an address; nil: that says the address of none.
    func organization(at address: Redacted<String>) -> OrganizationID? {
        if let organization = origins[address] { return organization }
        return addresses.filter { $0.value == address }.keys.min { $0.rawValue < $1.rawValue }
    }

    /// Where Telnyx reaches it for an organisation; nil: not at all. Never an address of another organisation.
    func address(in organization: OrganizationID) -> Redacted<String>? { telnyxAddress ?? addresses[organization] }
}
