/// When records were handed to the journal, to tell how long it takes.
struct CommitTimes {
    private var submissions: [(number: UInt64, at: Duration)] = []

    mutating func submitted(_ number: UInt64, at moment: Duration) {
        submissions.append((number, moment))
    }

    /// How long each submission up to a number took.
    mutating func latencies(upTo number: UInt64, now: Duration) -> [Duration] {
        let done = submissions.prefix { $0.number <= number }
        submissions.removeFirst(done.count)
        return done.map { now - $0.at }
    }
}
