/// Why a call ended, in the system's words: what Recents makes of it hangs on this. Source: C35 (observed).
public enum SystemEndReason: String, CaseIterable, Hashable, Sendable {
    case failed
    case remoteEnded
    case unanswered
    case answeredElsewhere
    case declinedElsewhere
}
