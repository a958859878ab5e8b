/// Whether what the microphone takes may leave.
struct SoundGate: Hashable, Sendable {
    var maySend = true
    var isMuted = false
    var hasMicrophone = false

    var isOpen: Bool { maySend && !isMuted && hasMicrophone }
}
