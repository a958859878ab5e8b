import Foundation
import Synchronization
import Trace
import WireJSON

/// A trace as a file of JSON lines. Lines are written by a queue of its own, so that no shell waits for a disk.
final class TraceFile: TraceSink {
    private let handle: FileHandle
    private let queue = DispatchQueue(label: "carillon.trace")

    /// - Throws: `TraceFileError` when the file cannot be made.
    init(path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else {
            throw TraceFileError(
                description: "cannot write a trace to \(path): is the folder there, and yours to write to?")
        }
        self.handle = handle
    }

    func record(_ record: TraceRecord) {
        queue.async { [handle] in
            var line = JSONWriter.bytes(of: record.json)
            line.append(UInt8(ascii: "\n"))
            handle.write(Data(line))
        }
    }

    /// Returns when everything recorded so far is in the file.
    func finish() {
        queue.sync { [handle] in try? handle.synchronize() }
    }
}
