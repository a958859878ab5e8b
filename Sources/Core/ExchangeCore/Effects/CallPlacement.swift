public import CallModel
public import Redaction

/// A call that a device has placed to a number.
public struct CallPlacement: Hashable, Sendable {
    public let caller: UserID
    public let device: DeviceID
    /// The caller's name and number, and what was dialled, as the called devices are shown them.
    public let callerName: Redacted<String>
    public let callerNumber: Redacted<String>
    public let dialled: Redacted<String>
    /// Whether a message can be taken.
    public let hasAttendant: Bool
}
