public import Foundation

/// A call as the system's call screen shows it.
public struct CallOnScreen: Hashable, Sendable, Identifiable {
    /// How far it is.
    public enum Stage: Hashable, Sendable {
        case ringing
        /// It rings, and there is no way to answer.
        case ringingWithoutScreen
        /// "connecting…"
        case connecting
        /// The timer runs.
        case connected
    }

    /// The call's UUID.
    public let id: UUID
    /// How far it is.
    public var stage: Stage
    /// What stands there as the other party.
    public var name: String
    /// Whether it is held.
    public var isHeld = false
    /// Whether the mute button is lit.
    public var isMuted = false
}
