public import DeviceModel
internal import Trace

/// Drives the modelled iPhone through what a real one recorded, and compares what its frameworks tell the app.
///
/// What the app asked is asked of the model. What the world did is not in a recording: where the frameworks told of
/// something that only a person or the network can cause, the model's world does that. All else must come from the model
/// by itself, in the recorded order and, within the tolerance, at the recorded time.
public struct Replay {
    /// How far the model and a device may lie apart. A daemon answers in some tens of milliseconds, a busy one in hundreds.
    public static let tolerance: Duration = .milliseconds(500)

    var machine: DeviceMachine
    var now: Duration = .zero
    var report = ReplayReport()
    let tolerance: Duration
    let lines: [Recording.Line]
    /// The line that is compared.
    var index = 0
    var expectations: [Expectation] = []
    var timers: [(timer: DeviceTimer, at: Duration)] = []
    var actions: [Int64: ActionID] = [:]
    var reports: [ReportID: Int64] = [:]
    var pushes: UInt32 = 0
    var lastPush: PushID?
    /// What the recorder's clock showed when the process began whose lines are compared, by the replay's time.
    var origin: Duration = .zero
    var lastAt: Duration = .zero
    /// Whether the model has suspended the process and the recording was not held against that yet.
    var isSuspensionOpen = false
    var refusal = RefusedReport()
    var screen = HiddenCall()
    var path = PathUpdates()

    private init(_ recording: Recording, _ profile: DeviceProfile, _ tolerance: Duration) {
        machine = DeviceMachine(policy: profile.policy)
        lines = recording.lines
        self.tolerance = tolerance
    }

    /// Holds a recording against the model of an iPhone.
    ///
    /// - Parameter tolerance: how far apart times may lie.
    public static func hold(
        _ recording: Recording, against profile: DeviceProfile, tolerance: Duration = Self.tolerance
    ) -> ReplayReport {
        var replay = Replay(recording, profile, tolerance)
        while replay.index < replay.lines.count {
            replay.take(replay.lines[replay.index])
            replay.index += 1
        }
        replay.judgeBurst()
        return replay.report
    }

    private mutating func take(_ recorded: Recording.Line) {
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

    /// Another process may have another clock: it goes on where the last one stopped.
    private mutating func begin(at: Duration) {
        if origin + at < now { origin = now + .seconds(1) - at }
    }

    /// A framework told the app something: the model has told it already, or is about to, or is caused to by the world.
    private mutating func compare(_ line: FrameworkLine) {
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

    /// Finds what was expected, and counts it.
    private mutating func match(_ line: FrameworkLine) -> Bool {
        guard let found = expectations.firstIndex(where: { $0.matches(line, actions: actions) }) else { return false }
        let expectation = expectations.remove(at: found)
        if let number = line.numbers[.action], let action = expectation.action { actions[number] = action }
        if let rule = expectation.rule { report.confirmations[rule, default: 0] += 1 }
        return true
    }

    /// What the model said and the recording does not show.
    private mutating func judgeOverdue() {
        while let first = expectations.first, first.at + tolerance < now {
            expectations.removeFirst()
            guard let rule = first.rule else { continue }
            find(rule, "the model tells the app “\(first.line.text)” at \(first.at.seconds), the iPhone did not")
        }
    }

    mutating func confirm(_ rule: DeviceRule) { report.confirmations[rule, default: 0] += 1 }

    mutating func find(_ rule: DeviceRule, _ words: String) {
        report.findings.append(ReplayFinding(line: lines[index].number, rule: rule, words: words))
    }

    // MARK: - Time and the machine

    mutating func handle(_ event: DeviceEvent, timer: DeviceTimer? = nil) {
        var effects: [DeviceEffect] = []
        machine.handle(event, at: now, into: &effects)
        take(effects, timer: timer)
    }

    mutating func take(_ effects: [DeviceEffect], timer: DeviceTimer? = nil) {
        for effect in effects {
            switch effect {
            case .callback(let callback, _):
                if let expectation = Expectation(callback, at: now, timer: timer, reports: reports) {
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
