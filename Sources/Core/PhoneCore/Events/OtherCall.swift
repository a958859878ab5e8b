/// What becomes of the call that stands when another one is taken.
public enum OtherCall: String, CaseIterable, Hashable, Sendable {
    case hold
    case end
}
