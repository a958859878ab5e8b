/// What a device asks for.
public enum DeviceRequest: String, Hashable, Sendable, Codable, CaseIterable {
    /// It has woken and can be dialled.
    case ready
    /// It is about to answer, and wants to know whether it may.
    case claim
    /// Its person declines on this device.
    case declineHere
    /// Its person declines on all of theirs.
    case declineEverywhere
    /// It wants a call that has gone to voicemail.
    case rescue
    /// Its connection to us stands.
    case connected
    /// Its connection to us is gone.
    case disconnected
}
