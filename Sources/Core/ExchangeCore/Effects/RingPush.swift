public import CallModel
public import Redaction

/// A ring that goes out as a push.
public struct RingPush: Hashable, Sendable {
    /// The call.
    public let session: CallSessionID
    /// Who calls.
    public let caller: UserID
    /// The caller's name.
    public let callerName: Redacted<String>
    /// The caller's number.
    public let callerNumber: Redacted<String>
    /// What the caller dialled.
    public let dialled: Redacted<String>
    /// The organisation the caller's device speaks for; nil: none.
    public let organization: String?
    /// Until when the call rings, since the shell's origin: the same for everybody.
    public let deadline: Duration
}
