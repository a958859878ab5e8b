public import CallModel
public import RingCore

/// Where a leg to a device leads: its SIP address at Telnyx, or a number.
public protocol TelnyxDestinations: Sendable {
    /// - Returns: nil when the device cannot be rung there: no credential, or a revoked one.
    func destination(of device: DeviceID, in organization: OrganizationID) async -> String?
}
