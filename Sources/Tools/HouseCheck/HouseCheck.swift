import Foundation

/// Holds the checkout against the rules of the house; `--write` makes the generated files anew instead.
@main
enum HouseCheck {
    static func main() async throws {
        guard !CommandLine.arguments.contains("--write") else { return try Rule.writeGeneratedFiles() }
        let checkout = try Checkout()
        let found = try await findings(checkout)
        var failed = 0
        for rule in Rule.all {
            let findings = found[rule.name] ?? []
            print(findings.isEmpty ? "  ok    \(rule.name)" : "  FAIL  \(rule.name)")
            for finding in findings { print("        \(finding.text)") }
            failed += findings.isEmpty ? 0 : 1
        }
        print("\(checkout.swiftFiles.count) Swift files held against \(Rule.all.count) rules: \(failed) broken")
        if failed > 0 { exit(1) }
    }

    /// Of all rules, by name, on every core. The last rule takes as long as all others, so it begins first.
    private static func findings(_ checkout: Checkout) async throws -> [String: [Finding]] {
        try await withThrowingTaskGroup { group in
            for rule in Rule.all.reversed() {
                group.addTask { @Sendable [rule, checkout] in (rule.name, try rule.findings(checkout)) }
            }
            var found: [String: [Finding]] = [:]
            for try await (name, findings) in group { found[name] = findings }
            return found
        }
    }
}
