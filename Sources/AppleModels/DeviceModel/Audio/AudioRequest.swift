/// What an app does with sound that needs no answer at once.
public enum AudioRequest: Hashable, Sendable {
    /// The app starts to play and record: its media engine opens the units of sound.
    case startMedia
    /// The app stops playing and recording.
    case stopMedia
    /// The app asks for the permission to record.
    case requestMicrophone
}
