/// What a device understands beyond the least any device does.
///
/// The shell reads it from the dialect and the log-in; the core never asks which dialect it was.
public struct DeviceCapabilities: OptionSet, Hashable, Sendable {
    /// The bits of the set.
    public let rawValue: UInt8

    /// Wraps the bits of a set.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Takes candidates one by one after a description. Without it a description must be complete.
    public static let trickle = DeviceCapabilities(rawValue: 1 << 0)
    /// Answers a new description from the exchange in the middle of a call.
    public static let renegotiation = DeviceCapabilities(rawValue: 1 << 1)
    /// Knows a message that says the other side rings.
    public static let ringing = DeviceCapabilities(rawValue: 1 << 2)
    /// Wants to be told when the other side holds and resumes.
    public static let holdNotices = DeviceCapabilities(rawValue: 1 << 3)
    /// Wants to be told who it is connected with once a call is answered.
    public static let display = DeviceCapabilities(rawValue: 1 << 4)
}
