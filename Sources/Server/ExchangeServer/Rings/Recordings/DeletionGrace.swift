internal import ExchangeStorage

/// The time between the decision that a carrier is to delete a recording and the deletion, which nothing undoes. Until it is
/// over, a database put back from its backup finds the recording still there.
struct DeletionGrace: Hashable, Sendable {
    enum Step: Hashable, Sendable {
        /// The grace begins, or began then; until its end nothing is done.
        case mark(at: Duration, until: Duration)
        case delete
    }

    let time: Duration

    /// What is to be done about a recording that is in no mailbox any more.
    ///
    /// - Parameter now: since 1970. A mark that lies after it was made by a clock that was wrong: the grace begins anew.
    func step(_ errand: RecordingErrand, at now: Duration) -> Step {
        // The exchange's own carrier has no recording that could be lost.
        if errand.source.recording.isOfGateway { return .delete }
        guard let begun = errand.markedAt, begun <= now else { return begin(at: now) }
        return now >= begun + time ? .delete : .mark(at: begun, until: begun + time)
    }

    private func begin(at now: Duration) -> Step { time > .zero ? .mark(at: now, until: now + time) : .delete }
}
