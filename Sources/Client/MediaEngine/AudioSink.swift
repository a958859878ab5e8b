/// Where the audio we receive goes.
///
/// Called by the engine's media clock every 20 ms, on its thread: take the frame and return at once.
public protocol AudioSink: AnyObject, Sendable {
    /// 20 ms of mono PCM at 48 kHz (960 samples), concealed or silent where nothing arrived in time.
    func take(_ frame: UnsafeBufferPointer<Int16>)
}
