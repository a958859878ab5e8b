/// Where the audio we send comes from.
///
/// Called by the engine's media clock every 20 ms, on its thread: fill the frame and return at once.
public protocol AudioSource: AnyObject, Sendable {
    /// Fills `frame` with 20 ms of mono PCM at 48 kHz (960 samples), zeroes where there is nothing to say.
    func fill(_ frame: UnsafeMutableBufferPointer<Int16>)
}
