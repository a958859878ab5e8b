import Foundation

/// What a process has used so far, as the kernel's `/proc` tells.
struct ProcessUsage {
    /// User and system time together.
    var cpuSeconds: Double
    var residentBytes: Int

    /// - Throws: `BenchError` when the process is gone.
    init(of processID: Int32) throws {
        guard let stat = try? String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8),
            let status = try? String(contentsOfFile: "/proc/\(processID)/status", encoding: .utf8),
            let afterName = stat.lastIndex(of: ")")
        else { throw BenchError("process \(processID) is gone, so nothing can be said of it") }
        // Fields are counted after the name, which may hold blanks: utime is the 12th, stime the 13th.
        let fields = stat[stat.index(after: afterName)...].split(separator: " ")
        guard fields.count > 13, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchError("the kernel describes process \(processID) in an unknown way")
        }
        cpuSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?
            .split(separator: " ").compactMap { Int($0) }.first
        residentBytes = (resident ?? 0) * 1024
    }
}
