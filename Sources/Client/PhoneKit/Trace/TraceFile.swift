public import Foundation
import Synchronization
public import Trace
import WireJSON

/// Appends the lines of a trace to a file, each at once, so that a process that is killed leaves all it saw.
///
/// The file is bounded; what does not fit is left out. It is made readable before the first unlock, because a push may
/// come then, and nothing in it names anybody.
public final class TraceFile: TraceSink {
    /// The most bytes of a file.
    public static let byteCountMax = 8 << 20
    private struct State {
        var handle: FileHandle?
        var byteCount: Int
    }

    private let state: Mutex<State>
    private let byteCountMax: Int

    /// Opens a file for writing at its end, and makes it where it is not there. Fails silently: recording is no reason
    /// for an app not to run.
    public init(_ url: URL, byteCountMax: Int = TraceFile.byteCountMax) {
        self.byteCountMax = byteCountMax
        if !FileManager.default.fileExists(atPath: url.path) {
            // on purpose: without a file the handle below is none
            try? Data().write(to: url, options: .noFileProtection)
        }
        let handle = try? FileHandle(forWritingTo: url)
        let end = (try? handle?.seekToEnd()) ?? 0
        state = Mutex(State(handle: handle, byteCount: Int(clamping: end)))
    }

    public func record(_ record: TraceRecord) {
        let line = Data((record.json.jsonText + "\n").utf8)
        state.withLock { state in
            guard let handle = state.handle, state.byteCount + line.count <= byteCountMax else { return }
            guard (try? handle.write(contentsOf: line)) != nil else { return }
            state.byteCount += line.count
        }
    }
}
