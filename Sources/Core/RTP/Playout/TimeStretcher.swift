/// Makes decoded sound a little shorter or longer at the same pitch, by leaving out or repeating one period of it.
///
/// The period is the lag at which the sound is most like itself; the seam is blended over ten milliseconds. Sound
/// without a period, as at the beginning of a word, is left unchanged. Source: W. Verhelst and M. Roelands, "An
/// overlap-add technique based on waveform similarity (WSOLA)", ICASSP 1993.
public enum TimeStretcher {
    /// The lags, in samples at 48 kHz: 2.5 to 10 ms, the periods of voices from 400 down to 100 Hz.
    public static let lags = 120...480
    /// The span that is compared and blended, in samples: 10 ms.
    private static let span = 480
    /// The number of samples whose mean the first, coarse comparison uses.
    private static let coarse = 6
    /// The least similarity, 0…1, at which sound counts as periodic.
    private static let likeness: Float = 0.85
    /// The root mean square below which sound is as good as silent, and may be cut anywhere.
    private static let quiet: Float = 30

    /// Makes the first `count` samples of `sound` shorter or longer, as asked.
    ///
    /// - Parameters:
    ///   - sound: 48 kHz mono, with room for the longest lag behind its content.
    ///   - pace: in samples at 48 kHz.
    /// - Returns: the number of samples removed; negative if they became longer, zero if the sound is unchanged.
    public static func change(
        _ sound: UnsafeMutableBufferPointer<Int16>, count: Int, pace: JitterBuffer.Pace
    ) -> Int {
        let (wanted, isShorter) =
            switch pace {
            case .asItIs: (0, false)
            case .shorter(let ticks): (ticks, true)
            case .longer(let ticks): (ticks, false)
            }
        guard wanted >= lags.lowerBound, count >= 2 * span, isShorter || sound.count >= count + lags.upperBound,
            let lag = period(of: sound, atMost: min(wanted, lags.upperBound))
        else { return 0 }
        return isShorter ? shorten(sound, count, by: lag) : -lengthen(sound, count, by: lag)
    }

    /// Blends the beginning into the sound one period later, and continues there.
    private static func shorten(_ sound: UnsafeMutableBufferPointer<Int16>, _ count: Int, by lag: Int) -> Int {
        for index in 0..<span { sound[index] = blend(sound[index], sound[index + lag], index) }
        for index in span..<(count - lag) { sound[index] = sound[index + lag] }
        return lag
    }

    /// Plays one period, then blends the following sound into the sound one period before, and continues there.
    private static func lengthen(_ sound: UnsafeMutableBufferPointer<Int16>, _ count: Int, by lag: Int) -> Int {
        for index in stride(from: count - 1, through: span, by: -1) { sound[index + lag] = sound[index] }
        for index in stride(from: span - 1, through: 0, by: -1) {
            sound[index + lag] = blend(sound[index + lag], sound[index], index)
        }
        return lag
    }

    private static func blend(_ leaving: Int16, _ coming: Int16, _ index: Int) -> Int16 {
        Int16((Int(leaving) * (span - index) + Int(coming) * index) / span)
    }
}

extension TimeStretcher {
    /// The lag at which the sound is most like itself; nil if it is not periodic.
    private static func period(of sound: UnsafeMutableBufferPointer<Int16>, atMost longest: Int) -> Int? {
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 2 * span / coarse) { means in
            var energy: Float = 0
            for index in means.indices {
                var sum: Int32 = 0
                for sample in 0..<coarse { sum += Int32(sound[index * coarse + sample]) }
                means[index] = Float(sum) / Float(coarse)
                energy += means[index] * means[index]
            }
            if energy / Float(means.count) < quiet * quiet { return longest }
            let rough = (lags.lowerBound / coarse)...(longest / coarse)
            guard let (lag, likeness) = best(rough, in: means, span / coarse), likeness >= Self.likeness else {
                return nil
            }
            let near = max(lag * coarse - coarse, lags.lowerBound)...min(lag * coarse + coarse, longest)
            return finest(near, in: sound)
        }
    }

    private static func best(
        _ lags: ClosedRange<Int>, in sound: UnsafeMutableBufferPointer<Float>, _ span: Int
    ) -> (Int, Float)? {
        var best: (lag: Int, likeness: Float)?
        for lag in lags {
            var (product, here, there): (Float, Float, Float) = (0, 1, 1)
            for index in 0..<span {
                product += sound[index] * sound[index + lag]
                here += sound[index] * sound[index]
                there += sound[index + lag] * sound[index + lag]
            }
            let likeness = product / (here * there).squareRoot()
            if best.map({ likeness > $0.likeness }) ?? true { best = (lag, likeness) }
        }
        return best
    }

    private static func finest(_ lags: ClosedRange<Int>, in sound: UnsafeMutableBufferPointer<Int16>) -> Int? {
        lags.min { difference(at: $0, in: sound) < difference(at: $1, in: sound) }
    }

    private static func difference(at lag: Int, in sound: UnsafeMutableBufferPointer<Int16>) -> Int {
        var sum = 0
        for index in stride(from: 0, to: span, by: 2) {
            sum += abs(Int(sound[index]) - Int(sound[index + lag]))
        }
        return sum
    }
}
