import CallModel
import CarillonRTC
import Trace
import WireJSON

/// A story of the demo: people with phones, their actions, and the verifications of the outcome.
///
/// A story has an exchange and phones of its own, so that stories can run alone and in any order.
protocol DemoStory: AnyObject {
    /// The story's name for `--story`.
    static var name: String { get }
    /// One line for `--list`.
    static var summary: String { get }
    /// The number of verifications of a story that reaches its end.
    static var verificationCount: Int { get }

    /// Prepares the story. Starts nothing.
    init(on stage: StoryRecorder)

    /// Runs the story from beginning to end and reports its verifications to the stage.
    func run() async throws

    /// Stops everything that the story started.
    func finish() async

    /// The port of the story's exchange, while it listens.
    var port: Int? { get }
}

/// All stories, in the order in which they run.
enum DemoStories {
    static var all: [any DemoStory.Type] { [ThreeDevicesStory.self, LockedPhoneStory.self, PublicCallStory.self] }

    /// - Returns: the story of that name, or nil.
    static func named(_ name: String) -> (any DemoStory.Type)? { all.first { $0.name == name } }
}

/// Collects a story's progress messages, verifications and measurements.
final class StoryRecorder {
    let trace: TraceCollector
    private let progress: (String) -> Void
    private(set) var verifications: [Verification] = []
    private(set) var figures: [DemoFigure] = []
    private(set) var devices: [DemoDeviceEnd] = []
    /// The answer of the exchange's status API about the story's main call.
    var callStory: CallStatusReport?
    /// The display names of devices whose ids the exchange assigns.
    var deviceNames: [String: String] = [:]

    /// - Parameter progress: called with one line for each step, before the step begins.
    init(trace: TraceCollector, progress: @escaping (String) -> Void) {
        self.trace = trace
        self.progress = progress
    }

    func announce(_ line: String) {
        progress(line)
        trace.record(TraceRecord(at: trace.now, actor: "demo", machine: "Demo", kind: .note, name: line))
    }

    func verify(_ what: String, _ passed: Bool, _ found: String = "") {
        verifications.append(Verification(what: what, passed: passed, found: found))
    }

    /// Records the time since `start`, which is a moment on the clock of ``trace``.
    @discardableResult
    func measure(_ key: String, from cause: String, to outcome: String, since start: Duration) -> Duration {
        let took = trace.now - start
        figures.append(DemoFigure(key: key, cause: cause, outcome: outcome, took: took))
        return took
    }

    func ended(_ device: DemoDeviceEnd) { devices.append(device) }
}

/// One verified statement of a story, and whether it holds.
struct Verification: Sendable {
    var what: String
    var passed: Bool
    /// The measured value or the state that was found.
    var found: String
}

/// A time measured during a story. It is wall time on a shared machine, so it is no benchmark.
struct DemoFigure: Sendable {
    /// The figure's name in JSON.
    var key: String
    var cause: String
    var outcome: String
    var took: Duration
}

/// How a call ended on one device, and its audio quality there.
struct DemoDeviceEnd {
    var device: String
    /// Nil if the device's own call object is gone; the report then uses the exchange's answer.
    var ending: Ending?
    var quality: CallQuality?
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }

    /// Milliseconds with one decimal.
    var text: String { "\((milliseconds * 10).rounded() / 10) ms" }
}

extension Double {
    /// An amplitude 0…1 with three decimals.
    var levelText: String { "amplitude \((self * 1000).rounded() / 1000)" }
}
