import Foundation

/// The files git knows of below the working directory, and the untracked ones it does not ignore.
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

    /// Standard output of a command; standard error goes through.
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
