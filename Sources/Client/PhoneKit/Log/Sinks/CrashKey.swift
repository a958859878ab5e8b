/// What stands beside a crash. None of it names a person.
public enum CrashKey: String, CaseIterable, Hashable, Sendable {
    /// The call that changed last.
    case call = "call_id"
    case direction = "call_direction"
    case phase = "call_phase"
    case callCount = "call_count"
}
