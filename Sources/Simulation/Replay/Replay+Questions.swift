import DeviceModel
import Trace

/// A report that was refused for a reason that satisfies the checks of pushes all the same (C5), until it shows whether the
/// process lives on.
struct RefusedReport {
    /// When it was refused, and which call that was; `nil`: none, or it was judged.
    var last: (at: Duration, call: Int64)?
}

/// The first call of a process that a push began, while no scene is on the screen (C72).
struct HiddenCall {
    enum Stage {
        /// No push began this process, or its call was judged, or the app was opened.
        case none
        /// Whether the phone was locked then and was not unlocked since, as far as a recorder can tell.
        case launched(isLocked: Bool)
        case answered(Int64, isLocked: Bool)
    }
    var stage = Stage.none
}

/// What the path monitor of a process told (C90).
struct PathUpdates {
    /// When the app began to watch: with the first push, or when it came to the screen.
    var watched: Duration?
    var hasBegun = false
    /// The updates that came one soon after the other: when, and which interface.
    var burst: [(at: Duration, word: String)] = []
}

/// What the open questions ask of a recording: of these rules no line is expected, so what stands in it is judged by itself.
extension Replay {
    mutating func judgeQuestions(_ line: FrameworkLine) {
        judgeRefusal(line)
        judgeScreen(line)
        if line.name == .launched {
            judgeBurst()
            path = PathUpdates()
        }
        judgePath(line)
    }

    /// A process that the second check would have ended, and that goes on, speaks for C5; one that begins anew, against it.
    private mutating func judgeRefusal(_ line: FrameworkLine) {
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

    /// A recorder knows of the lock only before the first unlock. Without it a scene that comes up may be the person's doing.
    private mutating func judgeScreen(_ line: FrameworkLine) {
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

    private mutating func judgePath(_ line: FrameworkLine) {
        if let last = path.burst.last, now > last.at + tolerance { judgeBurst() }
        switch line.name {
        case .incoming, .active: path.watched = path.watched ?? now
        case .path where machine.process.life != .suspended:
            judgeFirst(line)
            path.burst.append((now, line.word ?? "none"))
        default: break
        }
    }

    /// One update soon after the start.
    private mutating func judgeFirst(_ line: FrameworkLine) {
        guard !path.hasBegun, let watched = path.watched else { return }
        path.hasBegun = true
        guard now > watched + machine.policy.path.firstUpdateDelay + tolerance else { return confirm(.c90) }
        find(
            .c90,
            "“\(line.text)” at \(now.seconds) is the first of its process, which watched from \(watched.seconds) on")
    }

    /// One update a change, several where Wi-Fi is joined: no more than the model's of one interface in a row.
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
