import DeviceModel
import DeviceRuntime
public import MediaEngine
public import PhoneSignaling

/// The audio units of a modelled phone: it knows of them when they are opened and closed, and what is said and heard
/// goes through given objects.
@MainActor
public final class DeviceSound: SoundDevice {
    public let microphone: (any AudioSource)?
    public let speaker: (any AudioSink)?
    /// Whether a line may be heard now.
    public private(set) var isOpen = false

    init(microphone: any AudioSource, speaker: any AudioSink) {
        self.microphone = microphone
        self.speaker = speaker
    }

    public func open() {
        guard !isOpen else { return }
        isOpen = true
        ProcessHandle.current?.send(.audio(.startMedia))
    }

    public func close() {
        guard isOpen else { return }
        isOpen = false
        ProcessHandle.current?.send(.audio(.stopMedia))
    }
}
