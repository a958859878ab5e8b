import DeviceModel
import DeviceRuntime
import MediaEngine
import PhoneSignaling

/// The audio units of a modelled phone: it knows of them when they are opened and closed, and what is said and heard
/// goes through objects of the test.
@MainActor
final class DeviceSound: SoundDevice {
    let microphone: (any AudioSource)?
    let speaker: (any AudioSink)?
    private(set) var isOpen = false

    init(microphone: any AudioSource, speaker: any AudioSink) {
        self.microphone = microphone
        self.speaker = speaker
    }

    func open() {
        guard !isOpen else { return }
        isOpen = true
        ProcessHandle.current?.send(.audio(.startMedia))
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        ProcessHandle.current?.send(.audio(.stopMedia))
    }
}
