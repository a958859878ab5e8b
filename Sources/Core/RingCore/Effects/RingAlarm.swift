public import CallModel

/// Something that must not happen, or that a person has to mend.
public enum RingAlarm: Hashable, Sendable, Codable {
    /// The carrier joined the caller to a leg that has no claim.
    case bridgedWithoutClaim(LegID)
    /// A leg does not go though it was told to.
    case hangUpIgnored(LegRef)
    /// A bridge could not be made.
    case bridgeFailed(LegID)
    /// A dial was refused: the credential of the device needs repair.
    case dialRefused(DeviceID)
    /// A message was lost or could not be recorded.
    case messageFailed
    /// A conversation was not recorded though it should have been, or its recording did not come.
    case recordingFailed
    /// A leg appeared that this session never planned.
    case unknownLeg(LegID)
    /// A message came after the call was over.
    case lateMessage(RecordingID)
    /// A message of a number that no user has any more: the exchange keeps it.
    case messageWithoutUser(RecordingID)
    /// A recording of a conversation came that is not known to be wanted, though one was: it is discarded.
    case unexpectedRecording(RecordingID)
}
