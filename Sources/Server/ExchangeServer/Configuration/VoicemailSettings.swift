/// How messages are taken for users who have voicemail.
public struct VoicemailSettings: Hashable, Sendable {
    /// A WAV file played before the beep; nil: the beep alone.
    public var greetingPath: String?
    /// How long a message may be.
    public var length = Duration.seconds(120)
    /// How long messages are kept, heard or not. Source: three months, as mailboxes of telephone companies (assumed).
    public var keptDays = 90

    public init() {}
}
