import Dispatch
import Foundation

/// SIGTERM and SIGINT: the first asks to stop in order, the second stops at once.
final class StopSignals {
    /// One element for each signal.
    let stream: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let queue = DispatchQueue(label: "carillon.signals")
        let count = SignalCount()
        self.stream = stream
        sources = [SIGTERM, SIGINT].map { number in
            // The default action would end the process before the source is told.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                if count.next() > 1 { exit(128 + number) }
                continuation.yield()
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
