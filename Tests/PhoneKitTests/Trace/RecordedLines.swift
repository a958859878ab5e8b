import Replay
import Synchronization
import Trace
import WireJSON

/// What a phone under test wrote down.
final class RecordedLines: TraceSink {
    private let records = Mutex<[TraceRecord]>([])

    func record(_ record: TraceRecord) { records.withLock { $0.append(record) } }

    /// As a file has them.
    var text: String { records.withLock { $0.map { $0.json.jsonText + "\n" }.joined() } }

    /// What each line says.
    var names: [String] { records.withLock { $0.map(\.name) } }

    /// As `carillon models replay` reads them.
    func recording() throws -> Recording { try Recording(bytes: Array(text.utf8)) }
}
