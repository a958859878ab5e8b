public import MediaEngine
public import Redaction

/// A message somebody left.
public struct TakenMessage: Sendable {
    /// The user it is for.
    public let mailbox: String
    /// The call it was left in, as the exchange names it.
    public let session: String
    public let callerName: Redacted<String>?
    public let callerNumber: Redacted<String>?
    /// Mono, 8,000 Hz, without the silence behind the last word.
    public let sound: WAVFile

    /// How long it is.
    public var length: Duration { .milliseconds(sound.samples.count * 1_000 / sound.sampleRate) }
}
