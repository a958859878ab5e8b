import MediaEngine

/// A source that has nothing to say.
final class SilenceSource: AudioSource {
    init() {}

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        frame.update(repeating: 0)
    }
}
