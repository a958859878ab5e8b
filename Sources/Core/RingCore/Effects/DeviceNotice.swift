/// News for a device on its connection.
public enum DeviceNotice: Hashable, Sendable, Codable {
    /// A call rings until `deadline`; for a device that no push may reach in time. Told again whenever the device begins
    /// to hear.
    case ringing(deadline: Duration)
    /// Somebody else took the call: stop ringing. What became of it is told by ``over(_:)``.
    case answeredElsewhere
    /// Whoever took the call was lost: ring again.
    case ringingAgain(deadline: Duration)
    /// This device has the call.
    case won
    /// What the call came to for this device. Told once.
    case over(DeviceReason)
}
