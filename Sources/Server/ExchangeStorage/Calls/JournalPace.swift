/// When waiting records are written: at once, or a little later together with others.
package struct JournalPace: Sendable {
    /// What records that came in set off.
    package enum Start: Equatable, Sendable {
        /// A write, now.
        case now
        /// A timer, after which ``timerFired()`` is told and everything waiting is written.
        case later
        /// Nothing: a write that is on its way, or the timer that runs, takes them along.
        case nothing
    }

    /// A write is on its way or going on.
    private var isWriting = false
    /// The timer runs. Only its firing ends that: an urgent write takes what it was meant for, but does not stop it.
    private var isTimed = false

    package init() {}

    /// - Parameter isInHurry: whether somebody waits for the records, or too many have gathered.
    package mutating func recordsCame(isInHurry: Bool) -> Start {
        guard !isWriting else { return .nothing }
        if isInHurry {
            isWriting = true
            return .now
        }
        guard !isTimed else { return .nothing }
        isTimed = true
        return .later
    }

    package mutating func timerFired() { isTimed = false }

    /// Everything that waited is written.
    package mutating func wroteAll() { isWriting = false }
}
