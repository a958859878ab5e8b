/// Whose language a push is written in.
public enum PushForm: String, Hashable, Sendable, CaseIterable, Codable {
    /// Ours: everything under the key `carillon`.
    case carillon
    /// Z360's: flat, told by its `type`. Source: seed z360-ios-target-architecture §3.5.
    case z360
    /// Telnyx's: everything under the key `metadata`. Source: Telnyx WebRTC push documentation; observed, SDK 4.1.2.
    case telnyx
    /// None of these.
    case unknown
}
