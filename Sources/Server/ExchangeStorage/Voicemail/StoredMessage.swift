public import Redaction

/// A message left for a user, without its sound.
public struct StoredMessage: Hashable, Sendable {
    /// Where its sound is.
    public enum Sound: String, Hashable, Sendable, CaseIterable {
        /// Here.
        case ready
        /// A carrier has it, and it is being fetched.
        case awaited
        /// A carrier had it, and it was not to be had.
        case lost
    }

    public let id: String
    /// The user it is for.
    public let mailbox: String
    /// The call it was left in.
    public let session: String
    public let callerName: Redacted<String>?
    public let callerNumber: Redacted<String>?
    /// When it was left, microseconds since 1970.
    public let at: Int64
    /// nil: not known.
    public let milliseconds: Int?
    /// When it was first listened to, microseconds since 1970.
    public let heardAt: Int64?
    /// Our name of the carrier's recording, where a carrier recorded it.
    public let recording: String?
    public let sound: Sound

    public init(
        id: String, mailbox: String, session: String, callerName: Redacted<String>?, callerNumber: Redacted<String>?,
        at: Int64, milliseconds: Int?, heardAt: Int64? = nil, recording: String? = nil,
        sound: Sound = .ready
    ) {
        self.id = id
        self.mailbox = mailbox
        self.session = session
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.at = at
        self.milliseconds = milliseconds
        self.heardAt = heardAt
        self.recording = recording
        self.sound = sound
    }
}
