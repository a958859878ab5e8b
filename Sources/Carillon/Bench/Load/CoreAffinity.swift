import Foundation

/// Gives the measured server a core of its own and the load generator the others, if there are at least two, so that
/// neither takes time from the other and runs are comparable. Uses Linux's `taskset`; without it, all processes share
/// all cores.
package enum CoreAffinity {
    private static let taskset = URL(fileURLWithPath: "/usr/bin/taskset")
    /// The cores that this process was started on; empty if `taskset` is not available.
    package static let cores = FileManager.default.isExecutableFile(atPath: taskset.path) ? allowedCores() : []

    /// Makes a process, not yet started, that will run on the server's core.
    static func process(_ program: URL, _ arguments: [String]) -> Process {
        guard let core = cores.first, cores.count > 1 else { return anywhere(program, arguments) }
        return anywhere(taskset, ["-c", String(core), program.path] + arguments)
    }

    /// Makes a process, not yet started, that may run on any core.
    static func anywhere(_ program: URL, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        return process
    }

    /// Runs `body` while this process stays off the server's core.
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

    private static func move(to cores: ArraySlice<Int>) throws {
        try move(ProcessInfo.processInfo.processIdentifier, to: cores)
    }

    /// Moves all threads of the process; later threads inherit the cores of the thread that starts them.
    ///
    /// - Throws: An error with the last words of `taskset` if it failed ``attempts`` times.
    package static func move(_ identifier: Int32, to cores: ArraySlice<Int>) throws {
        let list = cores.map(String.init).joined(separator: ",")
        var complaint = ""
        for _ in 0..<attempts {
            let process = anywhere(taskset, ["-a", "-p", "-c", list, String(identifier)])
            let errors = Pipe()
            process.standardOutput = FileHandle.nullDevice
            process.standardError = errors
            try process.run()
            complaint = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            if process.terminationStatus == 0 { return }
        }
        throw BenchError("process \(identifier) cannot move to the cores \(list): \(complaint)")
    }

    /// `taskset` fails, with later threads not moved, if a thread ends while it goes through them; so it is run again.
    private static let attempts = 100

    /// The cores in the kernel's list, such as `0-1,4`.
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

/// The number of files and sockets that a process may have open.
enum DescriptorLimit {
    /// Raises the limit of this process, and of the processes it starts, as far as the system allows.
    ///
    /// - Throws: `BenchError` with advice when the limit stays below `count`.
    static func raise(toAtLeast count: Int) throws {
        var limit = rlimit()
        #if os(Linux)
            let descriptors = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let descriptors = RLIMIT_NOFILE
        #endif
        guard getrlimit(descriptors, &limit) == 0 else { return }
        if limit.rlim_cur < limit.rlim_max {
            limit.rlim_cur = min(limit.rlim_max, rlim_t(max(count * 2, Int(limit.rlim_cur))))
            _ = setrlimit(descriptors, &limit)
        }
        guard limit.rlim_cur >= rlim_t(count) else {
            throw BenchError("\(count) open files are needed; try `ulimit -n \(count)` as root first")
        }
    }
}
