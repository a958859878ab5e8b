import Foundation
import MediaEngine
import Synchronization

/// A sine, 0.3 loud.
final class Tone: AudioSource {
    private let hertz: Double
    private let phase = Mutex(0.0)

    init(_ hertz: Double) { self.hertz = hertz }

    func fill(_ frame: UnsafeMutableBufferPointer<Int16>) {
        let start = phase.withLock { phase in
            defer { phase += Double(frame.count) }
            return phase
        }
        for index in frame.indices {
            let sample = 0.3 * sin(2 * .pi * hertz * (start + Double(index)) / 48_000)
            frame[index] = Int16(sample * 32_767)
        }
    }
}
