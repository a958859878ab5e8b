import Synchronization
import Trace

/// A trace kept in memory.
final class TraceNotes: TraceSink {
    private let kept = Mutex<[TraceRecord]>([])
    var records: [TraceRecord] { kept.withLock { $0 } }
    func record(_ record: TraceRecord) { kept.withLock { $0.append(record) } }
}
