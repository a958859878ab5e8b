/// A set of deadlines.
public struct CallTimers: OptionSet, Hashable, Sendable {
    /// One bit a timer.
    public let rawValue: UInt8

    /// A set of given bits.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// See ``CallTimer/setUp``.
    public static let setUp = CallTimers(rawValue: 1)
    /// See ``CallTimer/ringing``.
    public static let ringing = CallTimers(rawValue: 2)
    /// See ``CallTimer/recovery``.
    public static let recovery = CallTimers(rawValue: 4)
    /// See ``CallTimer/release``.
    public static let release = CallTimers(rawValue: 8)

    /// The set of one timer.
    public init(_ timer: CallTimer) {
        self =
            switch timer {
            case .setUp: .setUp
            case .ringing: .ringing
            case .recovery: .recovery
            case .release: .release
            }
    }
}
