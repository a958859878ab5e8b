import Foundation

/// A core for the server that is measured, and the others for whoever asks it, where there are two: what the one takes
/// is not taken from the other then, and runs compare. By Linux's `taskset`; elsewhere everything runs anywhere.
enum CoreSplit {
    private static let taskset = URL(fileURLWithPath: "/usr/bin/taskset")
    /// Those the benchmark was started on, or none that can be chosen.
    private static let cores = FileManager.default.isExecutableFile(atPath: taskset.path) ? allowedCores() : []

    /// A process on the server's core; it is not started here.
    static func process(_ program: URL, _ arguments: [String]) -> Process {
        guard let core = cores.first, cores.count > 1 else { return anywhere(program, arguments) }
        return anywhere(taskset, ["-c", String(core), program.path] + arguments)
    }

    /// A process on any core; it is not started here.
    static func anywhere(_ program: URL, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        return process
    }

    /// Does something while this process keeps off the server's core.
    static func besideServer<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard cores.count > 1 else { return try await body() }
        try move(to: cores.dropFirst())
        do {
            let value = try await body()
            try move(to: cores[...])
            return value
        } catch {
            try move(to: cores[...])
            throw error
        }
    }

    /// All threads; those that begin later do so where whoever begins them is.
    private static func move(to cores: ArraySlice<Int>) throws {
        let list = cores.map(String.init).joined(separator: ",")
        let process = anywhere(
            taskset, ["-a", "-p", "-c", list, String(ProcessInfo.processInfo.processIdentifier)])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw BenchError("taskset cannot move this process to \(cores)") }
    }

    /// As the kernel lists them: `0-1,4`.
    private static func allowedCores() -> [Int] {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let list = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }?.split(separator: "\t")
            .last
        return (list ?? "").split(separator: ",").flatMap { range -> [Int] in
            let ends = range.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last, first <= last else { return [] }
            return Array(first...last)
        }
    }
}
