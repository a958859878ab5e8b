/// What part of the phone a line of the log is about.
nonisolated public enum LogCategory: String, CaseIterable, Hashable, Sendable {
    case launch
    case push
    case calls
    case signaling
    case media
    case audio
    case network
    case notices
    case store
    case organizations
    case session
    case signIn
    case bridge
}
