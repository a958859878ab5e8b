import ArgumentParser
import Carillon
import DeviceModel
import Testing
import WireJSON

struct RulesCommandTests {
    private func rules(_ words: String...) throws -> [DeviceRule] {
        try RulesCommand.parse(words).chosenRules()
    }

    private func refusal(_ words: String...) -> String? {
        do {
            _ = try RulesCommand.parse(words).chosenRules()
            return nil
        } catch {
            return RulesCommand.message(for: error)
        }
    }

    @Test func `without a filter all rules are chosen, by number`() throws {
        #expect(try rules() == DeviceRule.allCases)
    }

    @Test func `a rule is named with its letter or without, in capitals or not`() throws {
        #expect(try rules("C2", "c74", "110") == [.c2, .c74, .c110])
    }

    @Test func `filters narrow together, values of one widen`() throws {
        #expect(try rules("--framework", "network", "--certainty", "observed") == [.c93])
        #expect(
            try rules("--framework", "Network", "--certainty", "observed", "--certainty", "assumed") == [.c93, .c94])
    }

    @Test func `a profile omits the rules that its iPhone does not have`() throws {
        #expect(try rules("C10", "C73", "C3", "--profile", "ios16") == [.c3])
        #expect(try rules("C10", "C73", "C3", "--profile", "ios27") == [.c3, .c10, .c73])
    }

    @Test func `an unknown rule or option is refused by name`() {
        #expect(refusal("C99")?.contains("no rule C99") == true)
        #expect(refusal("--certainty", "perhaps")?.contains("perhaps") == true)
        #expect(refusal("C2", "--role", "advice")?.contains("no rule matches all of these options") == true)
    }

    @Test func `with --json a rule has its figures under a profile, and none without`() {
        let plain = DeviceRule.c3.json(under: nil).jsonText
        #expect(plain.contains(#""id":"C3""#) && plain.contains(#""certainty":"stated""#))
        #expect(!plain.contains("figures"))
        let strict = DeviceRule.c3.json(under: DeviceProfile.strict.policy).jsonText
        #expect(strict.contains(#""profile":"strict","figures":{"second check after":"5 s"}"#))
    }
}
