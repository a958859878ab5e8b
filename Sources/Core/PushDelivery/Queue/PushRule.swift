/// A rule of ours that keeps a push from being sent.
public enum PushRule: String, Hashable, Sendable, CaseIterable {
    /// Nobody has credentials for this topic, project or environment here.
    case noAccount
    /// Longer than the service takes.
    case tooLarge
    /// It names no call: a VoIP push that leads to no call gets the app killed. Source: apple-contract C1 (documented).
    case namesNoCall
    /// A VoIP push about an ended call, though the device can be told through its socket. Source: apple-contract C12.
    case liveChannel
    /// The same call is already being told to this device.
    case duplicate
}
