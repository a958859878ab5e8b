public import MediaEngine

/// Microphone and loudspeaker, which are only open while the system has activated the audio session.
@MainActor
public protocol SoundDevice: AnyObject {
    /// What is said. A media engine with audio units of its own has a mark that stands for them.
    var microphone: (any AudioSource)? { get }
    /// Where what is heard goes; the same.
    var speaker: (any AudioSink)? { get }

    /// Opens the audio units. The session is active; said again it does nothing.
    func open()

    /// Closes them, and leaves the session alone. Said again it does nothing.
    func close()
}
