/// What happens to the phone's sound from outside the app.
public enum AudioEvent: Hashable, Sendable {
    /// Something was plugged in or out, or Bluetooth came or went: the route sound takes by default now.
    case routeChanges(AudioRoute)
    /// Something is plugged in or connected beside what is there already, and takes the sound.
    case attaches(AudioDevice)
    /// What has this identifier is gone.
    case detaches(String)
    /// Another app or the system takes the session, or gives it back.
    case interruption(AudioInterruption)
    /// The daemon of sound died; everything an app set is gone.
    case mediaServicesReset
    /// The daemon forgot the audio session of CallKit: calls are never activated until the provider is configured anew.
    case callSessionForgotten
    /// The person decides on the microphone.
    case microphone(MicrophonePermission)
}
