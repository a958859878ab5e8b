/// The answer to what a device asked for.
public enum DeviceReply: Hashable, Sendable, Codable {
    /// It may answer; the claim lasts until then.
    case granted(until: Duration)
    /// It will be rung.
    case dialing
    /// The call rings; nothing more was to be done.
    case ringing
    /// Somebody else has the call.
    case taken
    /// The call is over for this device, and this is why.
    case over(DeviceReason)
    /// It cannot be done now.
    case refused
}
