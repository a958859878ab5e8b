package import Scenarios
package import WireJSON

extension ScenarioOutcome {
    /// The whole outcome for machines; times in milliseconds of the scenario.
    package func json(of file: String) -> JSONValue {
        [
            "scenario": .string(scenario.name), "file": .string(file), "passed": .bool(isPassed),
            "moments": .array(
                moments.map { moment in
                    [
                        "at": .integer(moment.at.wholeMilliseconds), "by": .string(moment.author.rawValue),
                        "words": .string(moment.words),
                    ]
                }),
            "promises": .array(
                verdicts.map { verdict in
                    [
                        "at": .integer(verdict.at.wholeMilliseconds), "promise": .string(verdict.promise),
                        "kept": .bool(verdict.isHeld), "found": .string(verdict.found),
                    ]
                }),
        ]
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
