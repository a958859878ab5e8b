/// What can be asked of the system about a call.
public enum SystemVerb: String, CaseIterable, Hashable, Sendable {
    case start
    case answer
    case end
    case hold
    case mute
    case digits
}
