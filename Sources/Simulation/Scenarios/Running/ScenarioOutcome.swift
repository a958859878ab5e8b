/// The outcome of a scenario on a phone.
public struct ScenarioOutcome: Hashable, Sendable {
    /// The scenario that was played.
    public let scenario: Scenario
    /// The phone's name.
    public let phone: String
    /// Everything that happened, in order.
    public let moments: [ScenarioMoment]
    /// The verdicts on all promises, in order of time.
    public let verdicts: [Verdict]

    /// Whether every promise was kept.
    public var isPassed: Bool { verdicts.allSatisfy(\.isHeld) }
    /// The verdicts on broken promises.
    public var failures: [Verdict] { verdicts.filter { !$0.isHeld } }

    /// Whether these words occur in a broken promise, or in the finding instead.
    public func shows(_ words: String) -> Bool { failures.contains { $0.description.contains(words) } }
}

/// Something that happened at a time, with its author.
public struct ScenarioMoment: Hashable, Sendable {
    /// The author of a moment.
    public enum Author: String, CaseIterable, Hashable, Sendable {
        /// The exchange and the people at the other end.
        case exchange
        case network
        /// The phone's user.
        case person
        case fate
        /// What the phone shows, plays and records.
        case phone
        /// The app's own screens.
        case app
    }

    /// The time since the beginning of the scenario.
    public let at: Duration
    /// Where it came from.
    public let author: Author
    /// Whether a push reaches the phone.
    public let isPush: Bool
    /// What happened, in words.
    public let words: String

    init(at: Duration, author: Author, isPush: Bool = false, words: String) {
        self.at = at
        self.author = author
        self.isPush = isPush
        self.words = words
    }
}

/// The verdict on one promise.
public struct Verdict: Hashable, Sendable, CustomStringConvertible {
    /// The time at which it had to hold.
    public let at: Duration
    /// The promise in words.
    public let promise: String
    /// Whether the promise was kept.
    public let isHeld: Bool
    /// The finding instead; empty if the promise was kept.
    public let found: String

    init(at: Duration, _ promise: String, _ isHeld: Bool, found: @autoclosure () -> String = "") {
        self.at = at
        self.promise = promise
        self.isHeld = isHeld
        self.found = isHeld ? "" : found()
    }

    public var description: String { isHeld ? promise : "\(promise); but \(found)" }
}

/// The outcome of a scenario as lines: all moments, and the verdict on each promise.
public struct OutcomeText {
    /// The kind of a part of a line, which determines its color.
    public enum Part: Hashable, Sendable {
        case title, remark, time, author(ScenarioMoment.Author), held, broken
    }

    private let outcome: ScenarioOutcome
    private let paint: (String, Part) -> String

    /// - Parameter paint: colors a part of a line; the default returns it unchanged.
    public init(_ outcome: ScenarioOutcome, paint: @escaping (String, Part) -> String = { text, _ in text }) {
        self.outcome = outcome
        self.paint = paint
    }

    /// All lines of the outcome.
    public var lines: [String] {
        var lines = [paint(outcome.scenario.name, .title)]
        let about = outcome.scenario.about.split(separator: "\n")
        lines += about.map { paint(String($0), .remark) }
        lines += [""] + outcome.moments.map(line) + [""] + outcome.verdicts.map(line)
        return lines
    }

    /// One line for the scenario, and one for each broken promise.
    public var summary: String {
        let mark = outcome.isPassed ? paint("✓", .held) : paint("✗", .broken)
        let failures = outcome.failures.map { "\n    \(paint($0.at.scenarioText, .time)) \($0)" }
        return "\(mark) \(outcome.scenario.name)\(failures.joined())"
    }

    /// The verdicts on all promises, as lines.
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
    /// The width of a time: up to four digits of seconds, and three decimals.
    private static let timeWidth = 8
}
