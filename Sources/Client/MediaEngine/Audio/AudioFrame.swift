/// The one shape audio has between codec, source and sink: 20 ms of mono PCM at 48 kHz.
public enum AudioFrame {
    /// In hertz.
    public static let sampleRate = 48_000
    public static let sampleCount = 960
    public static let duration: Duration = .milliseconds(20)
    public static let framesPerSecond = 50

    /// Root mean square, 0…1 of full scale.
    public static func level(of frame: UnsafeBufferPointer<Int16>) -> Double {
        guard !frame.isEmpty else { return 0 }
        var sum: Int64 = 0
        for sample in frame { sum += Int64(sample) * Int64(sample) }
        return (Double(sum) / Double(frame.count)).squareRoot() / 32_768
    }
}
