/// What a push is about.
public enum PushKind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Somebody calls.
    case incomingCall
    /// The call is over, or was settled elsewhere. Should not come by a VoIP push, but some senders do it.
    /// Source: apple-contract C12 (stated by an Apple engineer; vendors observed to do it nonetheless).
    case callEnded
    /// It says something else, or nothing that could be read: to be treated as a call nobody knows of.
    case unknown
}
