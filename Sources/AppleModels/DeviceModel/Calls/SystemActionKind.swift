/// What an action is to do to its call.
public enum SystemActionKind: Hashable, Sendable {
    case start(HandleID)
    case answer
    case end
    case setHeld(Bool)
    case setMuted(Bool)
    case digits(TextID)
    case group(with: SystemCallID)
}
