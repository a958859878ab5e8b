import Dispatch
import Foundation

/// The signals of a process that serves: what each means, and that none ends it without order.
///
/// | signal | means |
/// |---|---|
/// | SIGTERM, SIGINT, SIGQUIT, SIGPWR, SIGXCPU | stop in order; a second one stops at once |
/// | SIGHUP | read the configuration file again; without one, whose terminal is gone: stop in order |
/// | all others that would end a process by default and do not tell of a fault of its own | nothing |
final class ProcessSignals {
    enum Word: Hashable, Sendable {
        case stop
        case reload
    }

    static let stopping = [SIGTERM, SIGINT, SIGQUIT, SIGPWR, SIGXCPU]
    /// SIGXFSZ and SIGPIPE: the write fails, which is told where it is made.
    static let ignored =
        [SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGXFSZ, SIGSTKFLT]
        + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())

    /// One element for each signal that means something.
    let stream: AsyncStream<Word>
    private let sources: [any DispatchSourceSignal]

    /// - Parameter reloads: whether there is a file that SIGHUP can have read again.
    init(reloads: Bool) {
        let (stream, continuation) = AsyncStream.makeStream(of: Word.self)
        let queue = DispatchQueue(label: "carillon.signals")
        let count = SignalCount()
        self.stream = stream
        for number in Self.ignored { signal(number, SIG_IGN) }
        let stopping = Self.stopping + (reloads ? [] : [SIGHUP])
        sources = (Self.stopping + [SIGHUP]).map { number in
            // The default action would end the process before the source is told.
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

    /// Watches no more.
    func cancel() {
        for source in sources { source.cancel() }
    }
}
