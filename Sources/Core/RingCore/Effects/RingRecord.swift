public import CallModel

/// Something to be kept for good, once each.
public enum RingRecord: Hashable, Sendable, Codable {
    /// What the call came to for one device.
    case device(DeviceID, of: UserID, DeviceReason)
    /// A missed call, for these users; never empty.
    case missedCall([UserID], RingOutcome)
    /// A message for these users.
    case message(RecordingID, length: Duration, for: [UserID])
    /// A recorded conversation.
    case conversation(RecordingID, length: Duration)
    /// A recording nobody may hear: to be deleted at the carrier.
    case discarded(RecordingID)
    /// What was done about recording the conversation: for those who have to answer for it.
    case recording(RecordingStep)
    /// The call as a whole.
    case call(CallRecord)
}
