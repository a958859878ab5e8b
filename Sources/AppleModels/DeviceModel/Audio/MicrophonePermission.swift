/// Whether the app may record.
public enum MicrophonePermission: Hashable, Sendable {
    case undetermined, denied, granted
}
