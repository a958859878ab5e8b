import Foundation

/// Holds the checkout against the rules of the house; `--write` makes the generated files anew instead.
@main
enum HouseCheck {
    static func main() throws {
        guard !CommandLine.arguments.contains("--write") else { return try Rule.writeGeneratedFiles() }
        let checkout = try Checkout()
        var failed = 0
        for rule in Rule.all {
            let findings = try rule.findings(checkout)
            print(findings.isEmpty ? "  ok    \(rule.name)" : "  FAIL  \(rule.name)")
            for finding in findings { print("        \(finding.text)") }
            failed += findings.isEmpty ? 0 : 1
        }
        print("\(checkout.swiftFiles.count) Swift files held against \(Rule.all.count) rules: \(failed) broken")
        if failed > 0 { exit(1) }
    }
}
