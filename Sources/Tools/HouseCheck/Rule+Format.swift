import Foundation

extension Rule {
    /// Files must be formatted as the toolchain's formatter does it with the rules in `.swift-format`.
    static let format = Rule(name: "the format is the formatter's") { checkout in
        let files = try FormatRecord.contents(of: checkout.swiftFiles.map(\.path) + ["Package.swift"])
        var record = FormatRecord(reading: FormatRecord.path, tool: try FormatRecord.tool())
        let unknown = record.unknown(of: files)
        let findings = unknown.isEmpty ? [] : try lint(unknown.keys.sorted())
        record.note(findings.map(\.path), of: files)
        try FileManager.default.createDirectory(atPath: ".build", withIntermediateDirectories: true)
        try record.text.write(toFile: FormatRecord.path, atomically: true, encoding: .utf8)
        return findings
    }

    private static func lint(_ paths: [String]) throws -> [Finding] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "format", "lint", "--strict", "--parallel"] + paths
        let output = Pipe()
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus != 0 else { return [] }
        let findings = String(decoding: data, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("error:") || $0.contains("warning:") }
            .map { line in
                let relative = line.replacingOccurrences(of: FileManager.default.currentDirectoryPath + "/", with: "")
                let path = String(relative.prefix { $0 != ":" })
                return Finding(path: path, line: nil, message: "\(relative.dropFirst(path.count)) (run `make format`)")
            }
        let failed = Finding(path: "swift format", line: nil, message: "failed with \(process.terminationStatus)")
        return findings.isEmpty ? [failed] : findings
    }
}

/// The file contents that the formatter has accepted. Formatting all files takes ten seconds, the files of a change
/// well below one.
package struct FormatRecord: Equatable {
    static let path = ".build/format.passed"

    /// The formatter's version and rules; a record of other ones is useless.
    package let tool: String
    /// Git's hashes of the accepted contents.
    package var passed: Set<String> = []

    package init(tool: String) { self.tool = tool }

    /// Reads a record. One that cannot be read, or that another formatter wrote, counts as empty.
    init(reading path: String, tool: String) {
        self.init(text: (try? String(contentsOfFile: path, encoding: .utf8)) ?? "", tool: tool)
    }

    package init(text: String, tool: String) {
        self.tool = tool
        let lines = text.split(separator: "\n").map(String.init)
        guard lines.first == tool else { return }
        passed = Set(lines.dropFirst())
    }

    package var text: String { ([tool] + passed.sorted()).joined(separator: "\n") + "\n" }

    /// The files, by path, that must be checked.
    package func unknown(of contents: [String: String]) -> [String: String] {
        contents.filter { !passed.contains($0.value) }
    }

    /// Records which of the files the formatter accepted. If it complained of any other path, it failed, and nothing is
    /// recorded.
    ///
    /// - Parameter complaints: the paths of the formatter's complaints.
    package mutating func note(_ complaints: [String], of contents: [String: String]) {
        let refused = Set(complaints)
        guard refused.allSatisfy({ contents[$0] != nil }) else { return }
        passed = Set(contents.filter { !refused.contains($0.key) }.values)
    }

    /// Git's hashes of the files' present contents, by path.
    ///
    /// - Throws: `Unreadable` when git does not hash all of them.
    static func contents(of paths: [String]) throws -> [String: String] {
        let names = try Checkout.run("git", ["hash-object", "--no-filters", "--"] + paths).split(separator: "\n")
        guard names.count == paths.count else { throw Unreadable() }
        return Dictionary(uniqueKeysWithValues: zip(paths, names.map(String.init)))
    }

    private struct Unreadable: Error, CustomStringConvertible {
        let description = "git hash-object could not read every file: its complaint stands above"
    }

    static func tool() throws -> String {
        let version = try Checkout.run("swift", ["format", "--version"]).split(separator: "\n").joined(separator: " ")
        return "\(version) \(try contents(of: [".swift-format"]).values.joined())"
    }
}
