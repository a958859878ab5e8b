/// A source that has nothing to say.
public final class SilenceSource: AudioSource {
    public init() {}

    public func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        frame.update(repeating: 0)
    }
}
