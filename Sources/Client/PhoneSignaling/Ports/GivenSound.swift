public import MediaEngine

/// Sound from and to objects that are always there: files, tones and meters.
@MainActor
public final class GivenSound: SoundDevice {
    public let microphone: (any AudioSource)?
    public let speaker: (any AudioSink)?
    /// Whether a line may be heard now.
    public private(set) var isOpen = false

    /// Sound of these objects.
    public init(microphone: (any AudioSource)?, speaker: (any AudioSink)?) {
        self.microphone = microphone
        self.speaker = speaker
    }

    public func open() { isOpen = true }

    public func close() { isOpen = false }
}
