/// One step in the recording of a conversation, as the exchange decided it; the carrier is told in the same transaction.
public enum RecordingStep: String, Hashable, Sendable, Codable, CaseIterable {
    /// Those who talk began to be told that they will be recorded.
    case announcing
    /// They were told.
    case announced
    /// They could not be told, so nothing is recorded.
    case unannounced
    /// The recording began.
    case begun
    /// It pauses: one of the two holds.
    case pausedForHold
    /// It pauses: the winner talks to somebody else.
    case pausedForConsultation
    /// It pauses: the caller waits to be taken up.
    case pausedForParking
    /// It pauses: nobody talks to the caller, for another reason.
    case paused
    /// It goes on.
    case resumed
    /// The carrier did not obey: the recording was ended, or never began.
    case failed
}
