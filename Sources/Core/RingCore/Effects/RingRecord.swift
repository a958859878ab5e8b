public import CallModel

/// Something to be kept for good, once each.
public enum RingRecord: Hashable, Sendable, Codable {
    /// What the call came to for one device.
    case device(DeviceID, of: UserID, DeviceReason)
    /// A missed call, for these users; never empty.
    case missedCall([UserID], RingOutcome)
    /// A message, and whose it is. Nil: its length is not known.
    case message(RecordingID, length: Duration?, for: MessageRecipients)
    /// A recorded conversation. Nil: its length is not known.
    case conversation(RecordingID, length: Duration?)
    /// A recording that no user is to hear, and why: to be deleted at the carrier.
    case discarded(RecordingID, because: DiscardReason)
    /// What was done about recording the conversation: for those who have to answer for it.
    case recording(RecordingStep)
    /// The call as a whole.
    case call(CallRecord)
}
