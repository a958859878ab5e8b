/// One steady sine.
public struct Tone: Hashable, Sendable {
    /// In hertz, 0…24000.
    public var frequency: Double
    /// Peak, 0…1 of full scale.
    public var amplitude: Double

    public init(frequency: Double, amplitude: Double = 0.3) {
        self.frequency = frequency
        self.amplitude = amplitude
    }
}
