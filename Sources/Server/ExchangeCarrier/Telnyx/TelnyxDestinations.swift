public import CallModel
public import Redaction
public import RingCore

/// Where a leg to a device leads: its SIP address at Telnyx, or a number.
public protocol TelnyxDestinations: Sendable {
    /// - Returns: nil when the device cannot be rung there: no credential, or a revoked one.
    func destination(
        of device: DeviceID, in organization: OrganizationID, session: CallSessionID
    ) async -> TelnyxDestination?
}

/// Where a leg leads.
public struct TelnyxDestination: Hashable, Sendable {
    public let address: Redacted<String>
    /// The number it comes from; nil: the account's usual one.
    public let from: Redacted<String>?

    public init(_ address: Redacted<String>, from: Redacted<String>? = nil) {
        self.address = address
        self.from = from
    }
}
