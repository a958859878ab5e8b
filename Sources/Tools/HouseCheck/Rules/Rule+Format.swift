import Foundation

extension Rule {
    /// The toolchain's own formatter, by the rules in `.swift-format`.
    static let format = Rule(name: "the format is the formatter's") { checkout in
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["swift", "format", "lint", "--strict", "--parallel"] + checkout.swiftFiles.map(\.path) + ["Package.swift"]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus != 0 else { return [] }
        return String(decoding: data, as: UTF8.self).split(separator: "\n")
            .filter { $0.contains("error:") || $0.contains("warning:") }
            .map { line in
                let relative = line.replacingOccurrences(of: FileManager.default.currentDirectoryPath + "/", with: "")
                return Finding(path: relative, line: nil, message: "(run `make format`)")
            }
    }
}
