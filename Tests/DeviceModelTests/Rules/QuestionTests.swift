import DeviceModel
import Testing
import Trace

struct QuestionTests {
    @Test func `a rule that no device has confirmed has a question`() {
        for rule in DeviceRule.allCases where [.assumed, .reverseEngineered].contains(rule.certainty) {
            #expect(rule.question != nil, "\(rule)")
        }
    }

    @Test func `a question says what to do in a sentence, and what answers it`() {
        for rule in DeviceRule.allCases {
            guard let question = rule.question else { continue }
            #expect(question.doing.hasSuffix("."), "\(rule)")
            switch question.answer {
            case .recorded(let lines):
                #expect(!lines.isEmpty)
                for line in lines {
                    #expect(FrameworkLine.Name(rawValue: line) != nil, "\(rule): no recorder writes \(line)")
                }
            case .noticed(let words): #expect(!words.isEmpty)
            }
        }
    }
}
