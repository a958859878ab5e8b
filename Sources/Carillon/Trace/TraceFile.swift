import Foundation
import Synchronization
package import Trace
import WireJSON

/// A trace as a file of JSON lines. Lines are written by a queue of its own, so that no shell waits for a disk.
///
/// A disk that is full or gone ends the trace, with one line on standard error, and nothing else: calls go on.
package final class TraceFile: TraceSink {
    /// More lines waiting than a busy exchange writes in a second; what comes then is dropped and counted.
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

    /// Writes to `path`, emptied first; only the owner can read it.
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
            guard !state.hasFailed, state.waiting < TraceFile.waitingMax else {
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

    /// Returns when everything recorded so far is in the file, and whether it is; says how many lines are missing, if any.
    package func finish() -> Bool {
        queue.sync {
            // A file that cannot be synchronised, such as a pipe, has been written all the same.
            try? handle.synchronize()
        }
        let dropped = state.withLock { $0.dropped }
        if dropped > 0 { Terminal().complain("\(dropped) lines are missing from the trace \(path)") }
        return dropped == 0
    }
}
