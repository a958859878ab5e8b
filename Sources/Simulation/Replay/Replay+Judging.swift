import DeviceModel
import Trace

/// Differences between the recording and the model.
extension Replay {
    /// Records a callback that the model neither makes nor can be caused to make. If the model would make it later, it
    /// is removed from the expectations, so that one difference is reported once.
    mutating func contradict(_ line: FrameworkRecord) {
        switch line.name {
        case .timedOut:
            let action = line.numbers[.action].flatMap { actions[$0] }
            let due = action.flatMap { id in timers.first { $0.timer == .action(id) } }
            let words = due.map { "the model waits until \($0.at.seconds)" } ?? "the model has no such action"
            find(.c43, "“\(line.text)” at \(now.seconds); \(words)")
            if let due { fire(due.timer) }
        case .reported:
            let kind = line.word.map { "refused, \($0)" } ?? "accepted"
            find(.c25, "the report of call \(line.call ?? 0) was \(kind); the model says otherwise")
            forget { $0.line.name == .reported && $0.line.call == line.call }
        case .requested:
            let kind = line.word.map { "refused, \($0)" } ?? "accepted"
            find(.c47, "request \(line.numbers[.request] ?? 0) was \(kind); the model says otherwise")
            forget { $0.line.name == .requested && $0.line.numbers[.request] == line.numbers[.request] }
        case .incoming:
            find(.c10, "“\(line.text)”; the model demands \(line.isOn == true ? "none" : "one")")
            forget { $0.line.name == .incoming }
        case .activated, .deactivated: find(.c60, "“\(line.text)” at \(now.seconds); the model sees no reason for it")
        case .perform: find(.c33, "“\(line.text)” at \(now.seconds); the model's screen has no such button")
        case .reset: find(.c24, "“\(line.text)” at \(now.seconds); the model has no provider to reset")
        case .token, .tokenInvalidated: find(.c14, "“\(line.text)” at \(now.seconds); the model has no registry")
        default: break
        }
    }

    private mutating func fire(_ timer: DeviceTimer) {
        timers.removeAll { $0.timer == timer }
        handle(.timerFired(timer), timer: timer)
        forget { $0.line.name == .timedOut }
    }

    private mutating func forget(_ isIt: (ExpectedCallback) -> Bool) {
        if let found = expectations.firstIndex(where: isIt) { expectations.remove(at: found) }
    }

    mutating func note(_ observation: Observation) {
        switch observation {
        case .process(.suspended, _): isSuspensionOpen = true
        case .terminated(let reason, _): judge(reason)
        default: break
        }
    }

    /// Judges the model's killing of the process, which is wrong if the recording goes on in the same process.
    private mutating func judge(_ reason: TerminationReason) {
        guard let rule = reason.rule else { return }
        let next = index + 1 < lines.count ? lines[index + 1].line.name : .launched
        if next == .launched {
            report.confirmations[rule, default: 0] += 1
        } else {
            find(rule, "the model kills the app (\(reason)); the recording goes on")
        }
    }

    /// A suspended process writes nothing until something wakes it.
    mutating func judgeSuspension(_ line: FrameworkRecord) {
        guard isSuspensionOpen else { return }
        isSuspensionOpen = false
        guard machine.process.life == .suspended else { return }
        switch line.name {
        case .launched: break
        case .incoming, .active, .perform, .woke, .reset, .interrupted, .resumed, .servicesReset, .token,
            .tokenInvalidated:
            report.confirmations[.c71, default: 0] += 1
            report.confirmations[.c94, default: 0] += 1
        case .path: find(.c94, "“\(line.text)” at \(now.seconds); the model has suspended the app")
        default: find(.c71, "“\(line.text)” at \(now.seconds); the model has suspended the app")
        }
    }
}

extension TerminationReason {
    /// The rule by which the system kills.
    fileprivate var rule: DeviceRule? {
        switch self {
        case .pushNotReported: .c2
        case .pushNotReportedInTime: .c3
        case .backgroundTimeExceeded: .c71
        case .noSceneLifeCycle: .c73
        case .launchWatchdog, .forceQuit, .crash, .memory, .reboot, .deleted: nil
        }
    }
}

extension FrameworkRecord {
    /// The line as text, for a report.
    var text: String {
        var parts = [name.rawValue]
        if let verb { parts.append(verb) }
        if let call { parts.append("call \(call)") }
        if let isOn { parts.append(isOn ? "on" : "off") }
        if let word { parts.append(word) }
        return parts.joined(separator: " ")
    }
}

extension Duration {
    /// Seconds with three places.
    var seconds: String {
        let milliseconds = components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
        let rest = String(milliseconds % 1_000)
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: max(0, 3 - rest.count)))\(rest) s"
    }
}

/// A report that was refused for a reason that nevertheless satisfies the check of pushes (C5), until the recording
/// shows whether the process survives.
struct RefusedReport {
    /// The time of the refusal and its call; `nil` if there is none, or it was judged.
    var last: (at: Duration, call: Int64)?
}

/// The first call of a process started by a push, while no scene is on the screen (C72).
struct HiddenCall {
    enum Stage {
        /// No push started this process, or its call was judged, or the app was opened.
        case none
        /// The process was launched; `isLocked` says whether the phone is still locked, as far as a recorder can tell.
        case launched(isLocked: Bool)
        case answered(Int64, isLocked: Bool)
    }
    var stage = Stage.none
}

/// The updates of a process's path monitor (C90).
struct PathUpdates {
    /// The time when the app began to watch: at the first push, or when it came to the screen.
    var watched: Duration?
    var hasBegun = false
    /// Updates in quick succession, with their time and interface.
    var burst: [(at: Duration, word: String)] = []
}

/// Answers the open questions from a recording. No lines are expected for these rules, so their lines are judged by
/// themselves.
extension Replay {
    mutating func judgeQuestions(_ line: FrameworkRecord) {
        judgeRefusal(line)
        judgeScreen(line)
        if line.name == .launched {
            judgeBurst()
            path = PathUpdates()
        }
        judgePath(line)
    }

    /// Judges C5: it holds if a process goes on that the second check would have ended, and fails if a new process
    /// begins.
    private mutating func judgeRefusal(_ line: FrameworkRecord) {
        if let last = refusal.last {
            if line.name == .launched {
                find(.c5, "the report of call \(last.call) was refused, and the process went no further")
                refusal.last = nil
            } else if now >= last.at + machine.policy.push.secondCheckDelay {
                confirm(.c5)
                refusal.last = nil
            }
        }
        let satisfying = ["alreadyExists", "filteredByDoNotDisturb", "filteredByBlockList"]
        guard line.name == .reported, let call = line.call, let word = line.word, satisfying.contains(word) else {
            return
        }
        refusal.last = (now, call)
    }

    /// Judges C72. A recorder knows of the lock only before the first unlock. On an unlocked phone, the user may have
    /// opened the scene.
    private mutating func judgeScreen(_ line: FrameworkRecord) {
        switch (screen.stage, line.name) {
        case (_, .launched): screen.stage = .launched(isLocked: false)
        case (.launched, .locked): screen.stage = .launched(isLocked: true)
        case (.launched, .unlocked): screen.stage = .launched(isLocked: false)
        case (.answered(let call, _), .unlocked): screen.stage = .answered(call, isLocked: false)
        case (.launched(let isLocked), .perform) where line.verb == "answer":
            screen.stage = .answered(line.call ?? 0, isLocked: isLocked)
        case (.launched(true), .active), (.answered(_, true), .active):
            find(.c72, "“\(line.text)” at \(now.seconds); the phone is locked")
            screen.stage = .none
        case (_, .active): screen.stage = .none
        case (.answered(let call, _), .perform) where line.verb == "end" && line.call == call,
            (.answered(let call, _), .end) where line.call == call:
            confirm(.c72)
            screen.stage = .none
        default: break
        }
    }

    private mutating func judgePath(_ line: FrameworkRecord) {
        if let last = path.burst.last, now > last.at + tolerance { judgeBurst() }
        switch line.name {
        case .incoming, .active: path.watched = path.watched ?? now
        case .path where machine.process.life != .suspended:
            judgeFirst(line)
            path.burst.append((now, line.word ?? "none"))
        default: break
        }
    }

    /// Judges that the first update comes soon after the start.
    private mutating func judgeFirst(_ line: FrameworkRecord) {
        guard !path.hasBegun, let watched = path.watched else { return }
        path.hasBegun = true
        guard now > watched + machine.policy.path.firstUpdateDelay + tolerance else { return confirm(.c90) }
        find(
            .c90,
            "“\(line.text)” at \(now.seconds) is the first of its process, which watched from \(watched.seconds) on")
    }

    /// Judges the number of updates per change: one, or several when Wi-Fi is joined, and no more than the model's of
    /// one interface in a row.
    mutating func judgeBurst() {
        defer { path.burst = [] }
        guard path.burst.count > 1 else { return }
        for (word, count) in runs(of: path.burst.map(\.word)) {
            let most = word == "wifi" ? machine.policy.path.joiningUpdateCount : 1
            guard count > most else { continue }
            index = min(index, lines.count - 1)
            return find(
                .c90, "\(count) updates of \(word) within a moment; the model has at most \(most) for one change")
        }
        confirm(.c90)
    }

    private func runs(of words: [String]) -> [(String, Int)] {
        words.reduce(into: []) { runs, word in
            if runs.last?.0 == word { runs[runs.count - 1].1 += 1 } else { runs.append((word, 1)) }
        }
    }
}
