/// Why nothing could be done about a recording. Safe to log.
public enum RecordingError: String, Error, Hashable, Sendable {
    /// The carrier has no such recording, or not yet.
    case missing
    /// The carrier could not be asked, or said that it cannot now.
    case unavailable
    /// It is larger than is taken.
    case tooLarge
    /// What the carrier gave is no sound that is known here.
    case noSound
    /// The part that was asked for is none of it.
    case noSuchPart
    /// More than one may be meant, and what was asked for is for good.
    case ambiguous
}
