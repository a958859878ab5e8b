public import MediaEngine

/// Microphone and loudspeaker, which are only open while the system has activated the audio session.
@MainActor
public protocol SoundDevice: AnyObject {
    /// What is said; `nil` where the media engine has audio units of its own, as `WebRTC.framework` does.
    var microphone: (any AudioSource)? { get }
    /// Where what is heard goes; `nil` as above.
    var speaker: (any AudioSink)? { get }

    /// Opens the audio units. The session is active; said again it does nothing.
    func open()

    /// Closes them, and leaves the session alone. Said again it does nothing.
    func close()
}
