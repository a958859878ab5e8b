import DeviceModel
import Trace

/// What speaks against the model.
extension Replay {
    /// The frameworks told the app what the model neither says nor can be caused to say. It is brought to say it where it
    /// would have later, so that one difference is named once.
    mutating func contradict(_ line: FrameworkLine) {
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

    private mutating func forget(_ isIt: (Expectation) -> Bool) {
        if let found = expectations.firstIndex(where: isIt) { expectations.remove(at: found) }
    }

    mutating func note(_ observation: Observation) {
        switch observation {
        case .process(.suspended, _): isSuspensionOpen = true
        case .terminated(let reason, _): judge(reason)
        default: break
        }
    }

    /// The model kills the process. A recording that goes on in the same process knows better.
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
    mutating func judgeSuspension(_ line: FrameworkLine) {
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

extension FrameworkLine {
    /// What it says, for a report.
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
