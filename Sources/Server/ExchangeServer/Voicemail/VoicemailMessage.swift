public import Redaction

/// A message to be kept for a user.
public struct VoicemailMessage: Sendable {
    /// The user it is for.
    public var mailbox: String
    /// The call it was left in.
    public var session: String
    public var callerName: Redacted<String>?
    public var callerNumber: Redacted<String>?
    public var length: Duration
    /// A WAV file.
    public var sound: [UInt8]

    public init(
        mailbox: String, session: String, callerName: Redacted<String>?, callerNumber: Redacted<String>?,
        length: Duration, sound: [UInt8]
    ) {
        self.mailbox = mailbox
        self.session = session
        self.callerName = callerName
        self.callerNumber = callerNumber
        self.length = length
        self.sound = sound
    }
}
