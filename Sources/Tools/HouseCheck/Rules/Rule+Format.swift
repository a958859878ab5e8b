import Foundation

extension Rule {
    /// The toolchain's own formatter, by the rules in `.swift-format`.
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

/// Which contents the formatter had nothing to say about. All files take it ten seconds, those of a change well below one.
package struct FormatRecord: Equatable {
    static let path = ".build/format.passed"

    /// The formatter and its rules: what another one passed says nothing.
    package let tool: String
    /// Git's names of contents.
    package var passed: Set<String> = []

    package init(tool: String) { self.tool = tool }

    /// Reads a record; what cannot be read, or is another formatter's, is an empty one.
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

    /// Those of some files, by path, that have to be looked at.
    package func unknown(of contents: [String: String]) -> [String: String] {
        contents.filter { !passed.contains($0.value) }
    }

    /// Notes what the formatter passed of some files. Where it complained of anything but them it failed, and passed nothing.
    ///
    /// - Parameter complaints: the paths it complained of.
    package mutating func note(_ complaints: [String], of contents: [String: String]) {
        let refused = Set(complaints)
        guard refused.allSatisfy({ contents[$0] != nil }) else { return }
        passed = Set(contents.filter { !refused.contains($0.key) }.values)
    }

    /// Git's names of what files contain now, by path.
    ///
    /// - Throws: `Unreadable` when git does not name each of them.
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
