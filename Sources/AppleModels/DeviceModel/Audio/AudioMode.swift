/// How the sound of a category is treated.
public enum AudioMode: Hashable, Sendable {
    case standard, voiceChat, videoChat
}
