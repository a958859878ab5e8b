import Foundation

/// How a run of the compiler ended, and its output.
struct CompilerAnswer {
    let isAccepted: Bool
    let words: String

    init(to arguments: [String]) async throws {
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        compiler.arguments = ["swiftc"] + arguments
        let output = Pipe()
        compiler.standardError = output
        compiler.standardOutput = output
        let status = try await withCheckedThrowingContinuation { (end: CheckedContinuation<Int32, any Error>) in
            compiler.terminationHandler = { end.resume(returning: $0.terminationStatus) }
            do { try compiler.run() } catch { end.resume(throwing: error) }
        }
        words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        isAccepted = status == 0
    }
}
