internal import Redaction

extension CallSession {
    /// Whether this call rings the user or the number that another is dialled to.
    func isRinging(_ target: DialTarget, dialledAs dialled: Redacted<String>) -> Bool {
        guard case .ringing = state, divertedAfter == nil else { return false }
        switch target {
        case .user(let user): return callee == user
        case .number: return commanded != nil && Self.number(in: invitation.dialled) == Self.number(in: dialled)
        }
    }

    /// One exchange is one domain: whatever stands behind the number means the same number.
    private static func number(in dialled: Redacted<String>) -> Substring {
        let text = dialled.revealed
        return (text.hasPrefix("sip:") ? text.dropFirst(4) : text[...]).prefix { $0 != "@" }
    }
}
