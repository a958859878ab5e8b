package import ArgumentParser
package import DeviceModel
package import WireJSON

/// `carillon models questions`: lists the tests on an iPhone that would make the model more certain.
package struct QuestionsCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "questions",
        abstract: "List the questions that only an iPhone can answer, and how.",
        discussion: """
            Every rule that is assumed or reverse-engineered has a question, and so has a rule of which a part is uncertain. \
            `carillon models replay` answers those with recorded lines from a recording of the app.
            """)

    @Flag(help: "One JSON object a question.")
    var json = false

    package init() {}

    package func run() async throws {
        let terminal = Terminal()
        for line in json ? Self.rules.map(\.questionJSON.jsonText) : Self.lines(on: terminal) { terminal.print(line) }
    }

    /// The rules with a question, the least sure first.
    package static var rules: [DeviceRule] {
        RuleCertainty.allCases.reversed().flatMap { certainty in
            DeviceRule.allCases.filter { $0.certainty == certainty && $0.question != nil }
        }
    }

    /// The questions as lines of a table.
    package static func lines(on terminal: Terminal) -> [String] {
        var table = TextTable(
            columns: [
                .init(heading: "rule", alignsRight: true), .init(heading: "certainty"), .init(heading: "framework"),
                .init(heading: "experiment, and expected answer"),
            ])
        for rule in rules {
            guard let question = rule.question else { continue }
            table.add([
                rule.id, rule.certainty.rawValue, rule.framework.rawValue,
                "\(question.doing) Answered by \(question.answer.words).",
            ])
        }
        let body = zip(rules, table.blocks(on: terminal)).flatMap { rule, lines in
            [paint(rule.certainty, in: lines[0], on: terminal)] + lines.dropFirst()
        }
        let recorded = rules.count { $0.question?.answer.isRecorded == true }
        let summary = "\(rules.count) questions: \(recorded) answered by a recording, \(rules.count - recorded) by eye"
        return table.heading(on: terminal) + body + ["", summary]
    }

    /// Colors the certainty within a finished line, so that color codes do not count as width.
    private static func paint(_ certainty: RuleCertainty, in line: String, on terminal: Terminal) -> String {
        let word = certainty.rawValue
        return line.replacing(word, with: terminal.paint(word, certainty.color), maxReplacements: 1)
    }
}

extension RuleExperiment.Answer {
    /// What answers the question, in words.
    package var words: String {
        switch self {
        case .recorded(let lines): "the recorded lines \(lines.joined(separator: ", "))"
        case .noticed(let words): words
        }
    }

    var isRecorded: Bool {
        if case .recorded = self { true } else { false }
    }
}

extension DeviceRule {
    /// The rule's question as JSON.
    package var questionJSON: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "name": .string(name), "certainty": .string(certainty.rawValue),
            "framework": .string(framework.rawValue), "doing": .string(question?.doing ?? ""),
        ]
        switch question?.answer {
        case .recorded(let lines): object.append("recorded", .array(lines.map { .string($0) }))
        case .noticed(let words): object.append("noticed", .string(words))
        case nil: break
        }
        return .object(object)
    }
}
