import DeviceModel
import Testing

struct RuleTests {
    @Test func `every rule of the contract is there once`() {
        let numbers = DeviceRule.allCases.map(\.number)
        let expected = [1...18, 20...37, 40...50, 60...69, 70...80, 90...94, 100...103, 110...112].flatMap(Array.init)
        #expect(numbers == expected)
    }

    @Test func `names are distinct and no text is empty`() {
        #expect(Set(DeviceRule.allCases.map(\.name)).count == DeviceRule.allCases.count)
        for rule in DeviceRule.allCases {
            #expect(!rule.name.isEmpty && !rule.source.isEmpty, "\(rule)")
            #expect(rule.statement.hasSuffix("."), "\(rule)")
        }
    }

    @Test func `every enacted rule is proven by a test that carries its number`() {
        let proven = ProofScan.proofs.provenNumbers
        let missing = DeviceRule.allCases.filter { $0.role == .enacted && !proven.contains($0.number) }
        #expect(missing.map(\.description) == [])
    }

    @Test func `advice is not passed off as proven`() {
        let proven = ProofScan.proofs.provenNumbers
        let wrong = DeviceRule.allCases.filter { $0.role == .advice && proven.contains($0.number) }
        #expect(wrong.map(\.description) == [])
    }

    /// Advice that no phone can follow. Rules 12 and 16 are for senders of pushes (`PushRule` keeps 12; for 16 an open
    /// app has its socket, and a closed one only the push), 34 is about Apple's simulator, 37 about another framework.
    private static let notForPhones: Set<Int> = [12, 16, 34, 37]

    @Test func `every rule that is advice is heeded by a test of the phone`() {
        let heeded = ProofScan.heeds.provenNumbers
        let advice = DeviceRule.allCases.filter { $0.role == .advice }.map(\.number)
        #expect(Set(advice).subtracting(heeded) == Self.notForPhones)
        #expect(heeded.isSubset(of: advice))
    }

    @Test func `the scan reads one rule, several, and none from a mere mention`() {
        #expect(ProofScan.numbers(in: "@Test(.proves(.c74)) func a() {}", saying: "proves") == [74])
        #expect(ProofScan.numbers(in: "@Test(.proves(.c1, .c112), .serialized)", saying: "proves") == [1, 112])
        #expect(ProofScan.numbers(in: "let rule = DeviceRule.c3", saying: "proves").isEmpty)
    }
}
