import Synchronization
import Trace

/// Keeps what every shell of a run tells, on one clock, and passes it on to a file where one is wanted.
final class TraceCollector: TraceSink {
    /// More than any demo or test makes; a run that goes on for days keeps its newest in the file, not here.
    static let recordsMax = 200_000

    private let origin = ContinuousClock.now
    private let kept = Mutex<[TraceRecord]>([])
    private let file: TraceFile?

    init(file: TraceFile? = nil) {
        self.file = file
    }

    var now: Duration { origin.duration(to: .now) }

    /// Everything so far, in the order it was told.
    var records: [TraceRecord] { kept.withLock { $0 } }

    /// The shells' own origins differ; the time of arrival here is the one they share.
    func record(_ record: TraceRecord) {
        var stamped = record
        stamped.at = now
        kept.withLock { if $0.count < TraceCollector.recordsMax { $0.append(stamped) } }
        file?.record(stamped)
    }
}
