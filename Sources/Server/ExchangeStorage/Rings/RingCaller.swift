public import CallModel
public import Redaction

/// Who calls, as a push may have to tell it after a crash. No ring session needs it to decide anything.
public struct RingCaller: Hashable, Sendable {
    /// Bytes of each text that are kept; a number has at most 15 digits, a name on a line at most 15 letters.
    public static let textBytesMax = 256

    public let number: Redacted<String>?
    public let name: Redacted<String>?
    /// The number that was called.
    public let dialled: Redacted<String>?

    /// Whose history it is in besides; nil: the caller is no user.
    public let user: UserID?
    /// What the caller calls from, as ring sessions know it; nil: not known.
    public let device: DeviceID?
    /// Whether the carrier can join the caller to another of its callers.
    public let canBeJoined: Bool

    /// A text that is longer than ``textBytesMax`` is left out.
    public init(
        number: Redacted<String>? = nil, name: Redacted<String>? = nil, dialled: Redacted<String>? = nil,
        user: UserID? = nil, device: DeviceID? = nil, canBeJoined: Bool = false
    ) {
        func bounded(_ text: Redacted<String>?) -> Redacted<String>? {
            text.flatMap { $0.revealed.utf8.count <= Self.textBytesMax ? $0 : nil }
        }
        self.user = user
        self.device = device
        self.canBeJoined = canBeJoined
        self.number = bounded(number)
        self.name = bounded(name)
        self.dialled = bounded(dialled)
    }

    /// Who is met in a call out that has changed hands: whom the user called.
    public var reversed: RingCaller { RingCaller(number: dialled, dialled: number) }
}
