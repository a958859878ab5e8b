public import DeviceModel
internal import Trace

/// Drives the modeled iPhone through a recording of a real one, and compares the callbacks of its frameworks.
///
/// The app's requests are made to the model. The world's events are not in a recording: for a callback that only a user
/// or the network can cause, the model's world causes it. All other callbacks must come from the model by itself, in
/// the recorded order and, within the tolerance, at the recorded time.
public struct Replay {
    /// How far the times of the model and a device may differ. A daemon answers in tens of milliseconds, a busy one in
    /// hundreds.
    public static let tolerance: Duration = .milliseconds(500)

    var machine: DeviceMachine
    var now: Duration = .zero
    var report = ReplayReport()
    let tolerance: Duration
    let lines: [Recording.Line]
    /// The index of the line that is compared.
    var index = 0
    var expectations: [ExpectedCallback] = []
    var timers: [(timer: DeviceTimer, at: Duration)] = []
    var actions: [Int64: ActionID] = [:]
    var reports: [ReportID: Int64] = [:]
    var pushes: UInt32 = 0
    var lastPush: VoIPPushID?
    /// The replay's time at the zero of the present process's recorder clock.
    var origin: Duration = .zero
    var lastAt: Duration = .zero
    /// Whether the model has suspended the process and the recording has not been compared with that yet.
    var isSuspensionOpen = false
    var refusal = RefusedReport()
    var screen = HiddenCall()
    var path = PathUpdates()

    private init(_ recording: Recording, _ profile: DeviceProfile, _ tolerance: Duration) {
        machine = DeviceMachine(policy: profile.policy)
        lines = recording.lines
        self.tolerance = tolerance
    }

    /// Compares a recording with the model of an iPhone.
    ///
    /// - Parameter tolerance: how far times may differ.
    public static func hold(
        _ recording: Recording, against profile: DeviceProfile, tolerance: Duration = Self.tolerance
    ) -> ReplayReport {
        var replay = Replay(recording, profile, tolerance)
        while replay.index < replay.lines.count {
            replay.handle(replay.lines[replay.index])
            replay.index += 1
        }
        replay.judgeBurst()
        return replay.report
    }

    private mutating func handle(_ recorded: Recording.Line) {
        report.lineCount += 1
        if recorded.line.name == .launched { begin(at: recorded.at) }
        advance(to: max(now, origin + recorded.at))
        lastAt = recorded.at
        judgeOverdue()
        judgeSuspension(recorded.line)
        judgeQuestions(recorded.line)
        switch recorded.line.name.kind {
        case .effect: ask(recorded.line)
        case .event: compare(recorded.line)
        case .note: report.droppedCount = Int(clamping: recorded.line.numbers[.count] ?? 0)
        }
    }

    /// Aligns the clock of a new process, which continues where the last one stopped.
    private mutating func begin(at: Duration) {
        if origin + at < now { origin = now + .seconds(1) - at }
    }

    /// Compares a callback: the model has made it already, or is about to, or is caused to by the world.
    private mutating func compare(_ line: FrameworkRecord) {
        if isLife(line) || match(line) { return }
        var ahead = self
        ahead.advance(to: now + tolerance)
        if ahead.match(line) {
            self = ahead
            return
        }
        cause(line)
        if match(line) { return }
        contradict(line)
    }

    /// Finds the matching expectation and counts its confirmation.
    private mutating func match(_ line: FrameworkRecord) -> Bool {
        guard let found = expectations.firstIndex(where: { $0.matches(line, actions: actions) }) else { return false }
        let expectation = expectations.remove(at: found)
        if let number = line.numbers[.action], let action = expectation.action { actions[number] = action }
        if let rule = expectation.rule { report.confirmations[rule, default: 0] += 1 }
        return true
    }

    /// Records callbacks of the model that the recording does not show.
    private mutating func judgeOverdue() {
        while let first = expectations.first, first.at + tolerance < now {
            expectations.removeFirst()
            guard let rule = first.rule else { continue }
            find(rule, "the model tells the app “\(first.line.text)” at \(first.at.seconds), the iPhone did not")
        }
    }

    mutating func confirm(_ rule: DeviceRule) { report.confirmations[rule, default: 0] += 1 }

    mutating func find(_ rule: DeviceRule, _ words: String) {
        report.findings.append(ReplayDifference(line: lines[index].number, rule: rule, words: words))
    }

    // MARK: - Time and the machine

    mutating func handle(_ event: DeviceEvent, timer: DeviceTimer? = nil) {
        var effects: [DeviceEffect] = []
        machine.handle(event, at: now, into: &effects)
        apply(effects, timer: timer)
    }

    mutating func apply(_ effects: [DeviceEffect], timer: DeviceTimer? = nil) {
        for effect in effects {
            switch effect {
            case .callback(let callback, _):
                if let expectation = ExpectedCallback(callback, at: now, timer: timer, reports: reports) {
                    expectations.append(expectation)
                }
            case .startTimer(let timer, let delay):
                timers.removeAll { $0.timer == timer }
                timers.append((timer, now + delay))
            case .stopTimer(let timer): timers.removeAll { $0.timer == timer }
            case .observe(let observation): note(observation)
            }
        }
    }

    mutating func advance(to moment: Duration) {
        while let next = timers.min(by: { $0.at < $1.at }), next.at <= moment {
            timers.removeAll { $0.timer == next.timer }
            now = max(now, next.at)
            handle(.timerFired(next.timer), timer: next.timer)
        }
        now = max(now, moment)
    }
}

/// A difference between a recording and the model.
public struct ReplayDifference: Hashable, Sendable, CustomStringConvertible {
    /// The line of the recording at which the difference shows.
    public let line: Int
    /// The rule that the recording contradicts.
    public let rule: DeviceRule
    /// The difference in words.
    public let words: String

    public var description: String { "line \(line), \(rule.id) \(rule.name): \(words)" }
}

/// The result of a replay.
public struct ReplayReport: Hashable, Sendable {
    /// The differences, in the order of the recording.
    public internal(set) var findings: [ReplayDifference] = []
    /// How often the recording confirmed each rule.
    public internal(set) var confirmations: [DeviceRule: Int] = [:]
    /// The number of compared lines.
    public internal(set) var lineCount = 0
    /// The number of lines that the recorder had no room for.
    public internal(set) var droppedCount = 0

    /// Whether the model holds.
    public var holds: Bool { findings.isEmpty }

    /// The rules that the recording confirms and never contradicts, by number.
    public var confirmed: [DeviceRule] {
        let against = Set(contradicted)
        return confirmations.keys.filter { !against.contains($0) }.sorted { $0.number < $1.number }
    }

    /// The rules that it contradicts, by number.
    public var contradicted: [DeviceRule] {
        Set(findings.map(\.rule)).sorted { $0.number < $1.number }
    }

    /// The enacted rules that it neither confirms nor contradicts, by number.
    public var untouched: [DeviceRule] {
        let touched = Set(contradicted).union(confirmations.keys)
        return DeviceRule.allCases.filter { $0.role == .enacted && !touched.contains($0) }
    }

    /// The rules whose open question this recording answers, positively or negatively.
    public var answered: [DeviceRule] {
        (confirmed + contradicted).filter {
            if case .recorded = $0.question?.answer { true } else { false }
        }.sorted { $0.number < $1.number }
    }
}
