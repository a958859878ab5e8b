public import CallModel
public import RingCore

/// A message that was left for a user.
public struct RingMessage: Hashable, Sendable {
    public let recording: RecordingID
    public let session: CallSessionID
    public let user: UserID
    public let caller: RingCaller
    public let length: Duration
    /// Since 1970.
    public let leftAt: Duration
    public let isHeard: Bool
}
