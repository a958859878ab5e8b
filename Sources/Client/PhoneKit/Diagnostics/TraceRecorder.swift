public import Foundation
import PhoneCore
import Synchronization
public import Trace
import WireJSON

/// Writes down what the frameworks told the phone and what the phone asked of them, for `carillon models replay`.
///
/// It sees what the shell sees, and keeps of it neither numbers nor names nor payloads: a call is call 1, call 2. Its
/// lines are bounded; those beyond are counted.
@MainActor
public final class TraceRecorder {
    /// The most lines of a process. A call of a minute has about thirty.
    public nonisolated static let lineCountMax = 20_000
    /// The most calls, actions and requests that are told apart; later ones bear the number 0.
    public nonisolated static let nameCountMax = 4_096

    /// How many lines there was no room for.
    public private(set) var droppedCount: Int64 = 0
    private let sink: any TraceSink
    private let clock: any PhoneClock
    private let lineCountMax: Int
    private let actor: String
    private var lineCount = 0
    private var calls: [CallUUID: Int64] = [:]
    private var actions: [SystemActionID: Int64] = [:]
    private var requests: [SystemRequestID: Int64] = [:]

    /// - Parameters:
    ///   - sink: takes the lines.
    ///   - clock: of the phone that is recorded.
    ///   - lineCountMax: how many lines are written.
    ///   - actor: which phone it is, where several write to one sink.
    public init(
        sink: any TraceSink, clock: any PhoneClock, lineCountMax: Int = TraceRecorder.lineCountMax,
        actor: String = "iphone"
    ) {
        self.actor = actor
        self.sink = sink
        self.clock = clock
        self.lineCountMax = lineCountMax
    }

    /// A recorder that writes to the end of a file.
    public convenience init(file: URL, clock: any PhoneClock) {
        self.init(sink: TraceFile(file), clock: clock)
    }

    /// The phone was told something.
    func told(_ event: PhoneEvent) {
        if let line = line(event) { write(line) }
    }

    /// The phone asked for something.
    func asked(_ effect: PhoneEffect) {
        for line in lines(effect) { write(line) }
    }

    /// Something happened that is no event of the phone's.
    package func write(_ line: FrameworkLine) {
        guard lineCount < lineCountMax else {
            droppedCount += 1
            // Said at 1, 2, 4, 8 …, so that the count costs few lines and is never far off.
            if droppedCount & (droppedCount - 1) == 0 { put(FrameworkLine(.dropped, [.count: droppedCount])) }
            return
        }
        lineCount += 1
        put(line)
    }

    private func put(_ line: FrameworkLine) { sink.record(line.record(at: clock.now, actor: actor)) }

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
