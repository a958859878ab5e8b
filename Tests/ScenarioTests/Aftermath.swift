import Scenarios

/// What came of a death of the process.
struct Aftermath {
    let outcome: ScenarioOutcome
    let steps: Int
    /// Whether the record knew of the call when the process died.
    let isRecorded: Bool

    /// The person is told at most once, and never of the wrong thing. They are told that the call ended unexpectedly if the
    /// process died in a call that they had answered or that the exchange had been asked for, and that it was missed if it
    /// rang then and is not answered later. No notice is needed of a dialed call that never left the phone, nor of one that
    /// they ended.
    func complaints(about name: String) -> [String] {
        let moments = outcome.moments.map(\.words)
        let told = moments.filter { $0.hasPrefix("notification,") && $0.contains(name) }
        let dropped = told.count { $0.contains("ended unexpectedly") }
        let missed = told.count { $0.contains("Missed call: \(name)") }
        var complaints = told.count > 1 ? ["told \(told.count) times"] : []
        if dropped + missed < told.count { complaints.append("told of something else") }
        guard let death = moments.firstIndex(where: { $0.hasPrefix("the app is killed") }) else {
            // The step lay behind the story's end.
            return complaints
        }
        let before = moments[..<death]
        let endings = ["hung up", "hangs up", "taps End", "taps Decline"]
        let isOver = before.contains { words in endings.contains { words.contains($0) } }
        let isUnderWay = before.contains("\(name): answered here") || before.contains("\(name): dialed")
        // Whether the phone had taken the person's tap in, only it can know.
        let isWanted = before.contains("accepted") || before.contains("taps Answer for \(name)")
        if isUnderWay, missed > 0 { complaints.append("an answered call is reported as missed") }
        if !isUnderWay, !isWanted, dropped > 0 {
            complaints.append("a call that was not answered is reported as dropped")
        }
        guard !isOver else { return complaints }
        if isUnderWay, dropped == 0 { complaints.append("the person was not told that it is dropped") }
        let hasRung = before.contains("rings: \(name)") && isRecorded
        let ringsAgain = moments[death...].contains("rings: \(name)")
        let isTakenLater = moments.contains("\(name): answered here")
        if hasRung || ringsAgain, !isUnderWay, !isTakenLater, told.isEmpty {
            complaints.append("the person was not told that it is missed")
        }
        return complaints
    }

    /// Whether the call had rung when the process died.
    func rang(_ name: String) -> Bool {
        outcome.moments.prefix { !$0.words.hasPrefix("the app is killed") }.contains { $0.words == "rings: \(name)" }
    }
}
