/// Notices when watched tones come and go.
package struct ToneWatch {
    /// How often levels are looked at.
    package static let interval = Duration.milliseconds(100)
    /// Amplitude of a tone that counts as heard. Half of it ends it, so that a level near the edge does not
    /// flicker.
    package static let threshold = 0.05
    /// A tone that lasts is told once in so many looks.
    package static let repetition = 10

    private var looks: [Double: Int] = [:]

    package init() {}

    /// Those to be told of now; the level of one that went is below the threshold.
    package mutating func news(
        of levels: [(frequency: Double, level: Double)]
    ) -> [(frequency: Double, level: Double)] {
        levels.filter { tone in
            switch looks[tone.frequency] {
            case nil:
                guard tone.level >= Self.threshold else { return false }
                looks[tone.frequency] = 0
                return true
            case let count?:
                guard tone.level >= Self.threshold / 2 else {
                    looks[tone.frequency] = nil
                    return true
                }
                looks[tone.frequency] = count + 1
                return (count + 1) % Self.repetition == 0
            }
        }
    }
}
