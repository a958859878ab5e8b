public import Redaction

/// How the system addresses the other side, and how it looks it up in Contacts and dials it back from Recents.
public enum CallHandle: Hashable, Sendable, Codable {
    /// A phone number.
    case phoneNumber(Redacted<String>)
    /// Something else that names a caller, or nothing at all.
    case generic(Redacted<String>)
}

extension CallHandle {
    /// As the system has it.
    public var text: Redacted<String> {
        switch self {
        case .phoneNumber(let text), .generic(let text): text
        }
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { text.revealed.isEmpty }
}
