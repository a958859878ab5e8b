public import CallModel

/// Who has logged in, from which device, and what the device understands.
public struct DeviceSession: Hashable, Sendable {
    /// The signalling session the device speaks in.
    public let id: SignallingSessionID
    /// The user whose password was right.
    public let user: UserID
    /// The installation of a phone.
    public let device: DeviceID
    /// What the device understands.
    public let capabilities: DeviceCapabilities

    /// Describes a log-in that the shell has authenticated.
    public init(id: SignallingSessionID, user: UserID, device: DeviceID, capabilities: DeviceCapabilities) {
        self.id = id
        self.user = user
        self.device = device
        self.capabilities = capabilities
    }
}
