public import DeviceModel

/// Where a recording and the model part.
public struct ReplayFinding: Hashable, Sendable, CustomStringConvertible {
    /// The line of the recording at which it shows.
    public let line: Int
    /// The rule the recording speaks against.
    public let rule: DeviceRule
    /// What the recording has, and what the model does.
    public let words: String

    public var description: String { "line \(line), \(rule.id) \(rule.name): \(words)" }
}

/// What a replay found.
public struct ReplayReport: Hashable, Sendable {
    /// In the order of the recording.
    public internal(set) var findings: [ReplayFinding] = []
    /// How often the recording did what a rule says.
    public internal(set) var confirmations: [DeviceRule: Int] = [:]
    /// How many lines were compared.
    public internal(set) var lineCount = 0
    /// How many lines the recorder had no room for.
    public internal(set) var droppedCount = 0

    /// Whether the model holds.
    public var holds: Bool { findings.isEmpty }

    /// The rules the recording speaks for and never against, by number.
    public var confirmed: [DeviceRule] {
        let against = Set(contradicted)
        return confirmations.keys.filter { !against.contains($0) }.sorted { $0.number < $1.number }
    }

    /// The rules it speaks against, by number.
    public var contradicted: [DeviceRule] {
        Set(findings.map(\.rule)).sorted { $0.number < $1.number }
    }

    /// The rules of the model it says nothing of, by number.
    public var untouched: [DeviceRule] {
        let touched = Set(contradicted).union(confirmations.keys)
        return DeviceRule.allCases.filter { $0.role == .enacted && !touched.contains($0) }
    }

    /// The rules with an open question for recordings that this one answers, this way or that.
    public var answered: [DeviceRule] {
        (confirmed + contradicted).filter {
            if case .recorded = $0.question?.answer { true } else { false }
        }.sorted { $0.number < $1.number }
    }
}
