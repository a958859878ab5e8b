/// The noise of a pause as its sender describes it: a silence descriptor (RFC 3389 §3).
public struct NoiseDescription: Hashable, Sendable {
    /// The clock rate of the payload type, in hertz.
    public static let clockRate: UInt32 = 8000
    /// The static payload type (RFC 3551 §6).
    public static let payloadType: UInt8 = 13
    /// The most coefficients that are used. The format has no limit, and a receiver may use fewer than it is sent (§3);
    /// libwebrtc sends eight.
    public static let orderMax = 10
    /// The quietest level that can be described: no noise.
    public static let quietestLevel: UInt8 = 127

    /// The level in -dBov, 0…127: how many decibels it is below that of a square wave of full scale.
    public let level: UInt8
    /// The reflection coefficients of an all-pole filter that gives the noise its spectrum, each between -1 and 1.
    /// Without any, the noise is white.
    public let coefficients: [Double]

    /// Describes white noise; levels beyond 127 are as quiet as 127.
    public init(level: UInt8) {
        self.level = min(level, Self.quietestLevel)
        coefficients = []
    }

    /// Reads a payload; nil if it is empty.
    ///
    /// The unused first bit is ignored, and so are coefficients beyond `orderMax`. The number 255, which no coefficient
    /// has, is taken as 254, because its filter would not be stable.
    public init?(parsing payload: UnsafeRawBufferPointer) {
        guard let first = payload.first else { return nil }
        level = first & Self.quietestLevel
        coefficients = payload.dropFirst().prefix(Self.orderMax).map { number in
            258 * (Double(min(number, 254)) - 127) / 32_768
        }
    }

    /// Measures samples of 16 bits, as white noise.
    ///
    /// - Parameter meanSquare: the mean of their squares, zero or more.
    public init(meanSquare: Double) {
        var level: UInt8 = 0
        // Half a decibel below a level, the next one is nearer.
        var least = Self.fullScale * Self.fullScale * Self.halfDecibel
        while meanSquare < least, level < Self.quietestLevel {
            level += 1
            least *= Self.decibel
        }
        self.init(level: level)
    }

    /// The root mean square of the samples that the level stands for, 0…32768.
    public var amplitude: Double {
        var power = Self.fullScale * Self.fullScale
        for _ in 0..<level { power *= Self.decibel }
        return power.squareRoot()
    }

    /// Writes the payload.
    public func write(into payload: inout [UInt8]) {
        payload.append(level)
        payload.append(
            contentsOf: coefficients.map { UInt8(min(max(($0 * 32_768 / 258).rounded() + 127, 0), 254)) })
    }

    private static let fullScale = 32_768.0
    /// The ratio of two powers that differ by a decibel.
    private static let decibel = 0.794_328_234_724_281_5
    private static let halfDecibel = 0.891_250_938_133_745_5
}

/// Makes the noise that is played in a pause: white noise through an all-pole lattice filter, at 8 kHz.
///
/// The lattice is the normalized one: each stage turns a pair of values and keeps their power. So noise of power one
/// stays so for every coefficient, no gain has to be computed, and a change of the coefficients makes no loud sound.
/// Source: RFC 3389 §3.2; A. Gray and J. Markel, "A normalized digital filter structure", IEEE 1975.
public struct ComfortNoise: Sendable {
    private struct Stage {
        var sine = 0.0
        var cosine = 1.0
        /// The backward value of the last sample.
        var delayed = 0.0
    }

    /// How quickly the level follows a description: 63 % in 64 samples, 8 ms, so that a change does not click.
    private static let pace = 1.0 / 64

    private var random: UInt64
    private var stages = [Stage](repeating: Stage(), count: NoiseDescription.orderMax)
    private var order = 0
    private var target = 0.0
    private var amplitude = 0.0

    /// Makes a generator that is silent until it is given a description. Equal seeds give equal noise.
    public init(seed: UInt64) { random = seed }

    /// Takes another description, which the noise follows from the next sample on.
    public mutating func follow(_ description: NoiseDescription) {
        target = description.amplitude
        order = min(description.coefficients.count, stages.count)
        for index in 0..<order {
            let sine = description.coefficients[index]
            stages[index].sine = sine
            stages[index].cosine = max(1 - sine * sine, 0).squareRoot()
        }
        for index in order..<stages.count { stages[index].delayed = 0 }
    }

    /// Makes the next sample.
    public mutating func next() -> Int16 {
        amplitude += (target - amplitude) * Self.pace
        return Int16(clamping: Int((filtered(white()) * amplitude).rounded()))
    }

    /// An equally distributed value of power one. Source: SplitMix64, which begins well with any seed.
    private mutating func white() -> Double {
        random &+= 0x9E37_79B9_7F4A_7C15
        var value = random
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        let number = Int32(truncatingIfNeeded: (value ^ (value >> 31)) >> 32)
        return Double(number) / 2_147_483_648 * 1.732_050_807_568_877_2
    }

    private mutating func filtered(_ white: Double) -> Double {
        guard order > 0 else { return white }
        var forward = white
        for index in stride(from: order - 1, through: 0, by: -1) {
            let (stage, above) = (stages[index], index + 1)
            let backward = stage.sine * forward + stage.cosine * stage.delayed
            forward = stage.cosine * forward - stage.sine * stage.delayed
            if above < order { stages[above].delayed = backward }
        }
        stages[0].delayed = forward
        return forward
    }
}
