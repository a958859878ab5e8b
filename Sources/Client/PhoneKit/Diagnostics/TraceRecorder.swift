public import Clocks
public import Foundation
import PhoneCore
import Synchronization
public import Trace
import WireJSON

/// Records the frameworks' events and the phone's requests to them, for `carillon models replay`.
///
/// It sees all events and effects of the shell, but records neither phone numbers nor names nor payloads: calls are
/// call 1, call 2. The number of lines is bounded; further lines are only counted.
@MainActor
public final class TraceRecorder {
    /// The most lines of a process. A call of a minute has about thirty.
    public nonisolated static let lineCountMax = 20_000
    /// The most calls, actions and requests that get a number of their own; later ones have the number 0.
    public nonisolated static let nameCountMax = 4_096

    /// The number of lines beyond the bound.
    public private(set) var droppedCount: Int64 = 0
    private let sink: any TraceSink
    private let clock: any TimeSource
    private let lineCountMax: Int
    private let actor: String
    private var lineCount = 0
    private var calls: [CallUUID: Int64] = [:]
    private var actions: [SystemActionID: Int64] = [:]
    private var requests: [SystemRequestID: Int64] = [:]

    /// - Parameters:
    ///   - sink: receives the lines.
    ///   - clock: the clock of the recorded phone.
    ///   - lineCountMax: the most lines that are written.
    ///   - actor: the phone's name, for a sink with several phones.
    public init(
        sink: any TraceSink, clock: any TimeSource, lineCountMax: Int = TraceRecorder.lineCountMax,
        actor: String = "iphone"
    ) {
        self.actor = actor
        self.sink = sink
        self.clock = clock
        self.lineCountMax = lineCountMax
    }

    /// Makes a recorder that appends to a file.
    public convenience init(file: URL, clock: any TimeSource) {
        self.init(sink: TraceFile(file), clock: clock)
    }

    /// Records an event of the phone.
    func received(_ event: PhoneEvent) {
        if let line = line(event) { write(line) }
    }

    /// Records an effect of the phone.
    func asked(_ effect: PhoneEffect) {
        for line in lines(effect) { write(line) }
    }

    /// Writes a line, also for something that is not an event of the phone.
    package func write(_ line: FrameworkRecord) {
        guard lineCount < lineCountMax else {
            droppedCount += 1
            // The count is written at 1, 2, 4, 8 …, so that it costs few lines and is never far off.
            if droppedCount & (droppedCount - 1) == 0 { put(FrameworkRecord(.dropped, [.count: droppedCount])) }
            return
        }
        lineCount += 1
        put(line)
    }

    private func put(_ line: FrameworkRecord) { sink.record(line.record(at: clock.now, actor: actor)) }

    /// The number of a call.
    func number(_ call: CallUUID) -> Int64 { Self.number(call, in: &calls) }
    /// The number of an action.
    func number(_ action: SystemActionID) -> Int64 { Self.number(action, in: &actions) }
    /// The number of a request.
    func number(_ request: SystemRequestID) -> Int64 { Self.number(request, in: &requests) }

    private static func number<Name: Hashable>(_ name: Name, in known: inout [Name: Int64]) -> Int64 {
        if let number = known[name] { return number }
        guard known.count < nameCountMax else { return 0 }
        let number = Int64(known.count + 1)
        known[name] = number
        return number
    }
}

/// Appends the lines of a trace to a file, each at once, so that a killed process loses none.
///
/// The file is bounded; lines that do not fit are left out. It is readable before the first unlock, because a push may
/// come then, and it identifies no person.
public final class TraceFile: TraceSink {
    /// The largest file, in bytes.
    public static let byteCountMax = 8 << 20
    private struct State {
        var handle: FileHandle?
        var byteCount: Int
    }

    private let state: Mutex<State>
    private let byteCountMax: Int

    /// Opens a file for appending, and makes it if it does not exist. Fails silently, because the app has to run even
    /// if it cannot record.
    public init(_ url: URL, byteCountMax: Int = TraceFile.byteCountMax) {
        self.byteCountMax = byteCountMax
        if !FileManager.default.fileExists(atPath: url.path) {
            // on purpose: without a file the handle below is nil
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
