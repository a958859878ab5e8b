/// The mean opinion score of a call, in hundredths: 100 (bad) to 500 (excellent).
public struct OpinionScore: Hashable, Comparable, Sendable, Codable {
    public let hundredths: UInt16

    /// A score within its bounds; `nil` for what is no number, or nothing that could be measured.
    public init?(_ score: Double) {
        guard score.isFinite else { return nil }
        hundredths = UInt16(min(max(score, 1), 5) * 100 + 0.5)
    }

    /// A score in hundredths, brought within its bounds.
    public init(hundredths: UInt16) {
        self.hundredths = min(max(hundredths, 100), 500)
    }

    public var value: Double { Double(hundredths) / 100 }

    public static func < (left: OpinionScore, right: OpinionScore) -> Bool { left.hundredths < right.hundredths }
}
