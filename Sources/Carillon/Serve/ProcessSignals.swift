import Dispatch
import Foundation
import Synchronization

/// Handles the signals of a serving process, so that none ends it without an orderly stop.
///
/// | signal | means |
/// |---|---|
/// | SIGTERM, SIGINT, SIGQUIT, SIGPWR, SIGXCPU | stop in order; a second one stops at once |
/// | SIGHUP | read the configuration file again; without one, stop in order, as the terminal is gone |
/// | all others that would end a process by default without reporting a fault of it | nothing |
final class ProcessSignals {
    enum Word: Hashable, Sendable {
        case stop
        case reload
    }

    static let stopping = [SIGTERM, SIGINT, SIGQUIT, SIGPWR, SIGXCPU]
    /// With SIGXFSZ and SIGPIPE ignored, the write fails and its caller handles the error.
    static let ignored =
        [SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, SIGSTKFLT]
        + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())

    /// One element for each signal that has a meaning.
    let stream: AsyncStream<Word>
    private let sources: [any DispatchSourceSignal]

    /// - Parameter reloads: whether there is a configuration file that SIGHUP reads again.
    init(reloads: Bool) {
        let (stream, continuation) = AsyncStream.makeStream(of: Word.self)
        let queue = DispatchQueue(label: "carillon.signals")
        let count = SignalCount()
        self.stream = stream
        for number in Self.ignored { signal(number, SIG_IGN) }
        let stopping = Self.stopping + (reloads ? [] : [SIGHUP])
        sources = (Self.stopping + [SIGHUP]).map { number in
            // The default action would end the process before the source sees the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                guard stopping.contains(number) else { return _ = continuation.yield(.reload) }
                if count.next() > 1 { exit(128 + number) }
                continuation.yield(.stop)
            }
            source.resume()
            return source
        }
    }

    /// Stops watching for signals.
    func cancel() {
        for source in sources { source.cancel() }
    }
}

/// Counts signals.
final class SignalCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Protects an exchange's data from other users: keys, passwords and audio are in its memory, and its files belong to
/// its user.
enum ProcessPrivacy {
    /// Call this before anything is read or written. A size limit of zero prevents a core file. A core that the kernel
    /// pipes to a program ignores that limit, so the filter keeps all memory out of it. Tracing stays possible, because
    /// a user who may trace the process may also read its key file.
    static func begin() {
        umask(0o077)
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Darwin)
            setrlimit(RLIMIT_CORE, &none)
        #else
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            // Some containers do not allow this; then only the size limit remains.
            try? Data("0".utf8).write(to: URL(fileURLWithPath: "/proc/self/coredump_filter"))
        #endif
    }
}
