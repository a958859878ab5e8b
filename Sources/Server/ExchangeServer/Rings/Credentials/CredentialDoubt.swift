internal import CallModel

/// A dial that came to nothing, by which the device's credential may be revoked.
enum CredentialDoubt: Hashable, Sendable {
    case device(DeviceID, CallSessionID)
    case leg(LegID, CallSessionID)
}
