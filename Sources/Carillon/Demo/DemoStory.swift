import CallModel
import CarillonRTC
import Trace
import WireJSON

/// A story of the demo: people with phones, what they do, and what must come true of it.
///
/// A story has an exchange and phones of its own, so that each can be told alone and in any order.
protocol DemoStory: AnyObject {
    /// What `--story` calls it.
    static var name: String { get }
    /// One line for `--list`.
    static var summary: String { get }
    /// How many verifications a story has that came to its end.
    static var verificationCount: Int { get }

    /// Prepares to tell it. Starts nothing.
    init(on stage: DemoStage)

    /// Tells it from beginning to end; what came true is said to the stage.
    func run() async throws

    /// Ends whatever the story started.
    func finish() async

    /// Where the story's exchange listens, while it does.
    var port: Int? { get }
}

/// Every story there is, in the order in which they are told.
enum DemoStories {
    static var all: [any DemoStory.Type] { [ThreeDevicesStory.self, LockedPhoneStory.self, PublicCallStory.self] }

    /// - Returns: nil when there is no story of that name.
    static func named(_ name: String) -> (any DemoStory.Type)? { all.first { $0.name == name } }
}

/// What a story is told on: it says what is done, verifies what it shows and notes what it measured.
final class DemoStage {
    let trace: TraceCollector
    private let progress: (String) -> Void
    private(set) var verifications: [Verification] = []
    private(set) var figures: [DemoFigure] = []
    private(set) var devices: [DemoDeviceEnd] = []
    /// What the exchange's status API said of the call that the story is about.
    var callStory: CallStory?
    /// What devices are called that the exchange names itself.
    var deviceNames: [String: String] = [:]

    /// `progress` is told what is about to be done, one line a step.
    init(trace: TraceCollector, progress: @escaping (String) -> Void) {
        self.trace = trace
        self.progress = progress
    }

    func say(_ line: String) {
        progress(line)
        trace.record(TraceRecord(at: trace.now, actor: "demo", machine: "Demo", kind: .note, name: line))
    }

    func verify(_ what: String, _ passed: Bool, _ found: String = "") {
        verifications.append(Verification(what: what, passed: passed, found: found))
    }

    /// Notes how long something took since `start`, a moment of ``trace``.
    @discardableResult
    func measure(_ key: String, from cause: String, to outcome: String, since start: Duration) -> Duration {
        let took = trace.now - start
        figures.append(DemoFigure(key: key, cause: cause, outcome: outcome, took: took))
        return took
    }

    func ended(_ device: DemoDeviceEnd) { devices.append(device) }
}

/// Something the demo promised, and whether it came true.
struct Verification: Sendable {
    var what: String
    var passed: Bool
    /// The figure or the state that was found.
    var found: String
}

/// What the demo measured on the way: wall time on a shared machine, so an impression rather than a benchmark.
struct DemoFigure: Sendable {
    /// Its name in JSON.
    var key: String
    var cause: String
    var outcome: String
    var took: Duration
}

/// How a call ended on one device, and how it sounded there.
struct DemoDeviceEnd {
    var device: String
    /// Nil where the device's own call is gone: the exchange's account stands for it.
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
