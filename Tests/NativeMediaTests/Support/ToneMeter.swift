import Foundation
import MediaEngine
import Synchronization

/// Measures how much of a few frequencies it hears, by Goertzel's algorithm over 100 ms, and tells who waits for it.
final class ToneMeter: AudioSink {
    /// Amplitudes of the last 100 ms; the sum of everything as root mean square.
    struct Reading: Sendable {
        var amplitudes: [Double: Double] = [:]
        var level = 0.0

        func hears(_ hertz: Double) -> Bool { (amplitudes[hertz] ?? 0) > 0.2 }
        var isSilent: Bool { level < 0.005 }
    }

    private static let window = 4800
    private let frequencies: [Double]
    private let samples = Mutex<[Int16]>([])
    private let continuation: AsyncStream<Reading>.Continuation
    let readings: AsyncStream<Reading>

    init(_ frequencies: [Double]) {
        self.frequencies = frequencies
        (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func take(_ frame: UnsafeBufferPointer<Int16>) {
        let full: [Int16]? = samples.withLock { samples in
            samples.append(contentsOf: frame)
            guard samples.count >= Self.window else { return nil }
            defer { samples.removeAll(keepingCapacity: true) }
            return samples
        }
        if let full { continuation.yield(read(full)) }
    }

    private func read(_ samples: [Int16]) -> Reading {
        var reading = Reading()
        for hertz in frequencies { reading.amplitudes[hertz] = amplitude(hertz, in: samples) }
        let energy = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
        reading.level = (energy / Double(samples.count)).squareRoot() / 32_768
        return reading
    }

    private func amplitude(_ hertz: Double, in samples: [Int16]) -> Double {
        let coefficient = 2 * cos(2 * .pi * hertz / 48_000)
        var (before, last) = (0.0, 0.0)
        for sample in samples { (before, last) = (last, Double(sample) + coefficient * last - before) }
        let power = before * before + last * last - coefficient * before * last
        return 2 * max(power, 0).squareRoot() / Double(samples.count) / 32_768
    }
}
