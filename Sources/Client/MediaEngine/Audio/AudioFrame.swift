/// The audio format between codec, source and sink: frames of 20 ms of mono PCM at 48 kHz.
public enum AudioFrame {
    /// The sample rate in hertz.
    public static let sampleRate = 48_000
    /// The samples in one frame.
    public static let sampleCount = 960
    /// The length of one frame.
    public static let duration: Duration = .milliseconds(20)
    /// The frames in a second, which is also the rate at which a source is read and a sink is fed.
    public static let framesPerSecond = 50

    /// The root mean square of a frame, 0…1 of full scale.
    public static func level(of frame: UnsafeBufferPointer<Int16>) -> Double {
        guard !frame.isEmpty else { return 0 }
        var sum: Int64 = 0
        for sample in frame { sum += Int64(sample) * Int64(sample) }
        return (Double(sum) / Double(frame.count)).squareRoot() / 32_768
    }
}

/// The origin of sent audio.
///
/// Isolation: the engine's media clock calls it every 20 ms on its thread, so it must return at once.
public protocol AudioSource: AnyObject, Sendable {
    /// Fills `frame` with 20 ms of mono PCM at 48 kHz (960 samples), zeros for silence.
    func fill(_ frame: UnsafeMutableBufferPointer<Int16>)
}

/// The destination of received audio.
///
/// Isolation: the engine's media clock calls it every 20 ms on its thread, so it must return at once.
public protocol AudioSink: AnyObject, Sendable {
    /// Takes 20 ms of mono PCM at 48 kHz (960 samples), which is concealed or silent if no packet arrived in time.
    func receive(_ frame: UnsafeBufferPointer<Int16>)
}

/// Passes every frame to several sinks, in order.
public final class TeeSink: AudioSink {
    /// The sinks in the order in which each frame is passed on.
    public let sinks: [any AudioSink]

    public init(_ sinks: [any AudioSink]) {
        self.sinks = sinks
    }

    public func receive(_ frame: UnsafeBufferPointer<Int16>) {
        for sink in sinks { sink.receive(frame) }
    }
}
