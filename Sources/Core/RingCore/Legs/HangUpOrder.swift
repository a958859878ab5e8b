/// That a leg must go, and how far that has come. It is never taken back.
public struct HangUpOrder: Hashable, Sendable, Codable {
    /// What the device is told: the reason in the SIP message.
    public let reason: DeviceReason
    /// How often the carrier was told. None as long as the carrier has not named the leg.
    public internal(set) var attempts: UInt8 = 0
    /// Whether its dial was taken back, should it not be sent yet.
    var isWithdrawn = false
}
