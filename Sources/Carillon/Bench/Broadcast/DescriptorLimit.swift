import Foundation

/// How many sockets a process may have open.
enum DescriptorLimit {
    /// Raises this process's limit, and that of those it starts, as far as the system lets it.
    ///
    /// - Throws: `BenchError` saying what to do when that is not enough.
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
