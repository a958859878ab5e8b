#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// The few functions of an angle that sound needs.
enum Sinusoid {
    static func sine(_ angle: Double) -> Double { sin(angle) }
    static func cosine(_ angle: Double) -> Double { cos(angle) }
}
