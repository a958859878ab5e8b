import Foundation

/// Keeps what an exchange knows to itself: keys, passwords and sound are in its memory, and all its files are its user's.
enum ProcessPrivacy {
    /// To be called before anything is read or written. A core file is refused by size where it is a file; where it is handed
    /// to a program, whose limit the kernel does not look at, nothing of the memory is in it. Tracing stays possible: who
    /// may trace the process may read its key file too.
    static func begin() {
        umask(0o077)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Darwin)
            setrlimit(RLIMIT_CORE, &none)
        #else
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            // Where it cannot be written, as in some containers, the size is what is left.
            try? Data("0".utf8).write(to: URL(fileURLWithPath: "/proc/self/coredump_filter"))
        #endif
    }
}
