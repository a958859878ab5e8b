public import Redaction

/// A message left for a user, without its sound.
public struct StoredMessage: Hashable, Sendable {
    public let id: String
    /// The user it is for.
    public let mailbox: String
    /// The call it was left in.
    public let session: String
    public let callerName: Redacted<String>?
    public let callerNumber: Redacted<String>?
    /// When it was left, microseconds since 1970.
    public let at: Int64
    public let milliseconds: Int
    /// When it was first listened to, microseconds since 1970.
    public let heardAt: Int64?
    /// The carrier's name of the sound, where a carrier has it; nil where it is here.
    public let recording: String?

    public init(
        id: String, mailbox: String, session: String, callerName: Redacted<String>?, callerNumber: Redacted<String>?,
        at: Int64, milliseconds: Int, heardAt: Int64? = nil, recording: String? = nil
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
    }
}
