import Foundation

/// Checks the checkout against the project's rules. With `--write` it writes the generated files instead, and with
/// `--report` it prints how the sources are divided and described.
@main
enum HouseCheck {
    static func main() async throws {
        guard !CommandLine.arguments.contains("--write") else { return try Rule.writeGeneratedFiles() }
        let checkout = try Checkout()
        guard !CommandLine.arguments.contains("--report") else {
            for line in try Report(checkout).lines() { print(line) }
            return
        }
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

    /// The findings of all rules by name, checked on all cores. The last rule takes as long as all others, so it starts
    /// first.
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

/// One rule of the project, which examines the whole checkout and returns its findings.
struct Rule: Sendable {
    var name: String
    var findings: @Sendable (Checkout) throws -> [Finding]

    /// Makes a rule that examines one file at a time.
    static func eachFile(_ name: String, _ look: @escaping @Sendable (SourceFile) -> [Finding]) -> Rule {
        Rule(name: name) { checkout in checkout.swiftFiles.flatMap(look) }
    }

    static let all: [Rule] = [
        .fileLength, .functionLength, .fileNames, .forbiddenCalls, .unsafeMarks, .arrows, .assertions, .waits,
        .timeLimits,
        .machinePaths, .refusedWords, .whatPhrases, .documentWidth, .quotedNames,
        .generatedFiles, .quotedFiles, .linkedProducts, .walks, .format,
    ]
}

/// One violation of a rule, and its place.
struct Finding: Sendable {
    var path: String
    /// Counted from 1; nil if the finding concerns the whole file.
    var line: Int?
    var message: String

    var text: String {
        guard let line else { return "\(path): \(message)" }
        return "\(path):\(line): \(message)"
    }
}

/// The files below the working directory that git tracks, and the untracked ones it does not ignore.
struct Checkout: Sendable {
    var swiftFiles: [SourceFile]
    var allPaths: [String]

    init() throws {
        let listing = try Checkout.run("git", ["ls-files", "--cached", "--others", "--exclude-standard"])
        allPaths = listing.split(separator: "\n").map(String.init)
            .filter { FileManager.default.fileExists(atPath: $0) }
            .sorted()
        swiftFiles = try allPaths.filter { $0.hasSuffix(".swift") && $0 != "Package.swift" }.map {
            SourceFile(path: $0, text: try String(contentsOfFile: $0, encoding: .utf8))
        }
    }

    /// Runs a command and returns its standard output; its standard error goes to ours.
    static func run(_ command: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [command] + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
