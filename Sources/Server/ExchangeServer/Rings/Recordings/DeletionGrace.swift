package import ExchangeCore
package import ExchangeStorage

/// The time between the decision that a carrier is to delete a recording and the deletion, which nothing undoes. Until it is
/// over, a database put back from its backup finds the recording still there.
package struct DeletionGrace: Hashable, Sendable {
    package enum Step: Hashable, Sendable {
        /// The grace begins, or began then; until its end nothing is done.
        case mark(at: Duration, until: Duration)
        case delete
    }

    let time: Duration

    package init(time: Duration) { self.time = time }

    /// What is to be done about a recording that is in no mailbox any more.
    ///
    /// The grace is measured by the latest time that was believed, from its mark to its end. By the calendar it would be over
    /// as soon as one that stood back is set right. A mark that lies after that time was made by a clock that was wrong: the
    /// grace begins anew.
    package func step(_ errand: RecordingErrand, by permit: PurgePermit) -> Step {
        let now = Duration.microseconds(permit.latest)
        // The exchange's own carrier has no recording that could be lost.
        if errand.source.recording.isOfGateway { return .delete }
        guard let begun = errand.markedAt, begun <= now else { return begin(at: now) }
        return now >= begun + time ? .delete : .mark(at: begun, until: begun + time)
    }

    private func begin(at now: Duration) -> Step { time > .zero ? .mark(at: now, until: now + time) : .delete }
}
