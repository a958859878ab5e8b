import MediaEngine

/// A tone meter that hands each reading on, so that a test can wait for a tone.
final class ToneSink: AudioSink {
    private static let windowFrames = 5

    let readings: AsyncStream<ToneMeter.Reading>
    private let continuation: AsyncStream<ToneMeter.Reading>.Continuation
    private let meter: ToneMeter

    init(_ frequencies: [Double]) {
        meter = ToneMeter(frequencies, windowFrames: Self.windowFrames)
        (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func receive(_ frame: UnsafeBufferPointer<Int16>) {
        meter.receive(frame)
        let reading = meter.reading
        if reading.frameCount.isMultiple(of: Self.windowFrames) { continuation.yield(reading) }
    }
}
