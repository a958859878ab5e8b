/// What came of a scenario, as lines: what was seen and heard, moment by moment, and each promise.
public struct OutcomeText {
    /// What a piece of a line is, for whoever colours it.
    public enum Part: Hashable, Sendable {
        case title, remark, time, author(ScenarioMoment.Author), held, broken
    }

    private let outcome: ScenarioOutcome
    private let paint: (String, Part) -> String

    /// - Parameter paint: colours a piece of a line; plain text is returned as it is.
    public init(_ outcome: ScenarioOutcome, paint: @escaping (String, Part) -> String = { text, _ in text }) {
        self.outcome = outcome
        self.paint = paint
    }

    /// The whole of it.
    public var lines: [String] {
        var lines = [paint(outcome.scenario.name, .title)]
        let about = outcome.scenario.about.split(separator: "\n")
        lines += about.map { paint(String($0), .remark) }
        lines += [""] + outcome.moments.map(line) + [""] + outcome.verdicts.map(line)
        return lines
    }

    /// One line for the scenario.
    public var summary: String {
        let mark = outcome.isPassed ? paint("✓", .held) : paint("✗", .broken)
        let failures = outcome.failures.map { "\n    \(paint($0.at.scenarioText, .time)) \($0)" }
        return "\(mark) \(outcome.scenario.name)\(failures.joined())"
    }

    /// What each promise came to.
    public var promises: [String] { outcome.verdicts.map(line) }

    private func line(_ moment: ScenarioMoment) -> String {
        let author = moment.author.rawValue
        let padding = String(repeating: " ", count: max(0, Self.authorWidth - author.count))
        return "\(time(moment.at))  \(paint(author, .author(moment.author)))\(padding)  \(moment.words)"
    }

    private func line(_ verdict: Verdict) -> String {
        let mark = verdict.isHeld ? paint("✓", .held) : paint("✗", .broken)
        return "\(mark) \(time(verdict.at))  \(verdict)"
    }

    private func time(_ time: Duration) -> String {
        let text = time.scenarioText
        return paint(String(repeating: " ", count: max(0, Self.timeWidth - text.count)) + text, .time)
    }

    private static let authorWidth = ScenarioMoment.Author.allCases.map(\.rawValue.count).max() ?? 0
    /// Hours of a scenario would be five digits before the point.
    private static let timeWidth = 8
}
