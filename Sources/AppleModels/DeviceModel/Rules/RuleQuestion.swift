/// What an iPhone would have to be asked to make a rule surer, and what would answer.
public struct RuleQuestion: Hashable, Sendable {
    /// What answers it.
    public enum Answer: Hashable, Sendable {
        /// Lines of a recording, by name; a replay of it says whether they speak for the rule or against it.
        case recorded([String])
        /// What the person who tries it notices.
        case noticed(String)
    }

    /// What to do with an iPhone on which the app runs.
    public let doing: String
    /// What answers it.
    public let answer: Answer

    init(_ doing: String, _ answer: Answer) {
        self.doing = doing
        self.answer = answer
    }
}

/// What a rule rests on. A rule that no device has confirmed cannot be declared without its question.
enum RuleGround {
    case documented
    case stated
    case observed
    case reverseEngineered(RuleQuestion)
    case assumed(RuleQuestion)

    var certainty: RuleCertainty {
        switch self {
        case .documented: .documented
        case .stated: .stated
        case .observed: .observed
        case .reverseEngineered: .reverseEngineered
        case .assumed: .assumed
        }
    }

    var question: RuleQuestion? {
        switch self {
        case .documented, .stated, .observed: nil
        case .reverseEngineered(let question), .assumed(let question): question
        }
    }
}
