/// How an action of the system is completed.
public enum ActionOutcome: String, CaseIterable, Hashable, Sendable {
    case fulfilled
    case failed
}
