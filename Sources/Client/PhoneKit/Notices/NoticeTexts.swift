/// The words of the notices; an app gives its own in the person's language.
nonisolated public struct NoticeTexts: Sendable {
    public var missedTitle = "Missed call"
    /// The second line of a missed call that was turned away for want of room.
    public var busyNote = "You were in another call."
    public var droppedTitle = "Call ended unexpectedly"
    public var unlockTitle = "Missed call"
    public var unlockBody = "Unlock your phone to receive calls."
    public var unknownCaller = "Unknown caller"
    public var callBack = "Call back"

    /// English.
    public init() {}
}
