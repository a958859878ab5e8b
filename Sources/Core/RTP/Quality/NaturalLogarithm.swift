/// The natural logarithm, since the standard library has none and the core imports nothing else.
enum NaturalLogarithm {
    private static let two = 0.693_147_180_559_945_3

    /// For finite arguments above zero; within 1e-15 of the true value, relative to its size or to one.
    ///
    /// x = m·2^e with m in 0.7…1.5, and ln m = 2·(z + z³/3 + z⁵/5 + …) with z = (m−1)/(m+1), at most 0.2.
    static func of(_ x: Double) -> Double {
        precondition(x > 0 && x.isFinite)
        var mantissa = x.significand
        var exponent = Double(x.exponent)
        if mantissa > 1.414 {
            mantissa /= 2
            exponent += 1
        }
        let z = (mantissa - 1) / (mantissa + 1)
        let square = z * z
        var term = z
        var sum = 0.0
        for divisor in stride(from: 1.0, through: 25, by: 2) {
            sum += term / divisor
            term *= square
        }
        return exponent * two + 2 * sum
    }
}
