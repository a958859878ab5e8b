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
    private let sources: SignalSources

    private init(_ stream: AsyncStream<Word>, _ sources: SignalSources) {
        self.stream = stream
        self.sources = sources
    }

    /// Returns once all signals are handled.
    ///
    /// - Parameter reloads: whether there is a configuration file that SIGHUP reads again.
    static func begin(reloads: Bool) async -> ProcessSignals {
        let (stream, continuation) = AsyncStream.makeStream(of: Word.self)
        let count = SignalCount()
        for number in ignored { signal(number, SIG_IGN) }
        let stopping = stopping + (reloads ? [] : [SIGHUP])
        let sources = await SignalSources.begin(Self.stopping + [SIGHUP]) { number in
            guard stopping.contains(number) else { return _ = continuation.yield(.reload) }
            if count.next() > 1 { exit(128 + number) }
            continuation.yield(.stop)
        }
        return ProcessSignals(stream, sources)
    }

    /// Stops watching for signals.
    func cancel() { sources.cancel() }
}

/// Passes signals to a handler on a queue of their own.
package final class SignalSources {
    private let sources: [any DispatchSourceSignal]

    private init(_ sources: [any DispatchSourceSignal]) {
        self.sources = sources
    }

    /// Returns once every signal reaches the handler. Sources are registered on another thread, and a signal that was
    /// ignored until then would be lost. So each has its default action for that long.
    ///
    /// - Parameter handle: called with the number of a signal.
    package static func begin(
        _ numbers: [Int32], handle: @escaping @Sendable (Int32) -> Void
    ) async -> SignalSources {
        let queue = DispatchQueue(label: "carillon.signals")
        let registered = DispatchGroup()
        let sources = numbers.map { number in
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { handle(number) }
            registered.enter()
            source.setRegistrationHandler {
                #if canImport(Darwin)
                    // On Linux the source has replaced the default action; here that would end the process as well.
                    signal(number, SIG_IGN)
                #endif
                registered.leave()
            }
            source.resume()
            return source
        }
        await withCheckedContinuation { continuation in
            registered.notify(queue: queue) { continuation.resume() }
        }
        return SignalSources(sources)
    }

    /// Stops watching for the signals.
    package func cancel() {
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
