public import Redaction

/// What the caller's device is told when the call was answered.
public struct AnswerNotice: Hashable, Sendable {
    /// The call.
    public var name: CallName
    /// The winner's description, an answer.
    public var description: Redacted<String>
    /// Whether the winner's candidates follow one by one.
    public var trickles: Bool
    /// The answering app's headers.
    public var headers: [CustomHeader]
}
