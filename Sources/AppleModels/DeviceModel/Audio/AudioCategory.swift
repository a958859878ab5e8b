/// What kind of sound an app makes.
public enum AudioCategory: Hashable, Sendable {
    /// What a process begins with.
    case soloAmbient
    case ambient, playback, record, playAndRecord
}
