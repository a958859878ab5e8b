/// Who placed the call, seen from the device whose call this is. It never changes.
public enum CallDirection: String, CaseIterable, Hashable, Sendable, Codable {
    /// This device placed it.
    case outbound
    /// This device is called.
    case inbound
}
