import Foundation
import Synchronization
package import Trace
import WireJSON

/// A trace as a file of JSON lines. A separate queue writes the lines, so that no shell waits for a disk.
///
/// When a write fails, the trace ends with one line on standard error; calls are not affected.
package final class TraceFileWriter: TraceSink {
    /// The limit of lines that wait to be written, more than a busy exchange produces in a second. Later lines are
    /// dropped and counted.
    private static let waitingMax = 100_000

    private struct State {
        var waiting = 0
        var dropped = 0
        var hasFailed = false
    }

    private let handle: FileHandle
    private let path: String
    private let queue = DispatchQueue(label: "carillon.trace")
    private let state = Mutex(State())

    /// Empties and opens the file at `path`, which only its owner can read.
    ///
    /// - Throws: `WrongFile` when the file cannot be opened.
    package init(path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw WrongFile("cannot write a trace to \(path): \(reason)")
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.path = path
    }

    package func record(_ record: TraceRecord) {
        let isTaken = state.withLock { state in
            guard !state.hasFailed, state.waiting < TraceFileWriter.waitingMax else {
                state.dropped += 1
                return false
            }
            state.waiting += 1
            return true
        }
        if isTaken { queue.async { self.write(record) } }
    }

    private func write(_ record: TraceRecord) {
        guard
            !state.withLock({ state in
                state.waiting -= 1
                if state.hasFailed { state.dropped += 1 }
                return state.hasFailed
            })
        else { return }
        var line = JSONWriter.bytes(of: record.json)
        line.append(UInt8(ascii: "\n"))
        do {
            try handle.write(contentsOf: Data(line))
        } catch {
            state.withLock { state in
                state.hasFailed = true
                state.dropped += 1
            }
            Terminal().complain("the trace ends here: cannot write to \(path) any more; everything else goes on")
        }
    }

    /// Waits until all records are in the file. Returns false, and prints the number of missing lines, if some are not.
    package func finish() -> Bool {
        queue.sync {
            // A file that cannot be synchronized, such as a pipe, has been written nevertheless.
            try? handle.synchronize()
        }
        let dropped = state.withLock { $0.dropped }
        if dropped > 0 { Terminal().complain("\(dropped) lines are missing from the trace \(path)") }
        return dropped == 0
    }
}

/// Collects the trace records of all shells of a run on one clock, and passes them on to a file if there is one.
final class TraceCollector: TraceSink {
    /// The limit of records in memory, which no demo or test reaches; later records go only to the file.
    static let recordsMax = 200_000

    private let origin = ContinuousClock.now
    private let kept = Mutex<[TraceRecord]>([])
    private let file: TraceFileWriter?

    init(file: TraceFileWriter? = nil) {
        self.file = file
    }

    var now: Duration { origin.duration(to: .now) }

    /// All records so far, in the order of arrival.
    var records: [TraceRecord] { kept.withLock { $0 } }

    /// Stamps the record with its time of arrival, because the shells' clocks have different origins.
    func record(_ record: TraceRecord) {
        var stamped = record
        stamped.at = now
        kept.withLock { if $0.count < TraceCollector.recordsMax { $0.append(stamped) } }
        file?.record(stamped)
    }
}
