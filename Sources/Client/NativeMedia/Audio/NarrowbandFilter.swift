import Glibc

/// The filter between the 48 kHz of the media clock and the 8 kHz of G.711: a windowed sinc of 97 taps.
///
/// Passes up to 3.4 kHz, and is 40 dB down from 4.6 kHz on, where 8 kHz sampling would fold it back.
enum NarrowbandFilter {
    static let factor = 6
    /// Taps of each of the six phases.
    static let phaseTaps = 16
    static let taps = factor * phaseTaps + 1

    /// In order of time; they add up to one.
    static func coefficients() -> [Float] {
        let middle = Double(taps - 1) / 2
        // Half of 8 kHz, as a part of 48 kHz.
        let cutoff = 4000.0 / 48_000
        let raw = (0..<taps).map { index -> Double in
            let distance = Double(index) - middle
            let sinc = distance == 0 ? 2 * cutoff : sin(2 * .pi * cutoff * distance) / (.pi * distance)
            let window = 0.54 + 0.46 * cos(.pi * distance / (middle + 1))
            return sinc * window
        }
        let sum = raw.reduce(0, +)
        return raw.map { Float($0 / sum) }
    }
}
