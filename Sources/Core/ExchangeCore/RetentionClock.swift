/// Decides whether the calendar may be trusted far enough to delete by it.
///
/// The exchange remembers the latest time it has seen. A calendar far past that time may be right, as after a long
/// rest, or wrong; and by a wrong one everything would be old. So nothing is deleted until the calendar is confirmed:
/// it comes back, it runs steadily for ``confirmationTime``, or an operator confirms it. Until then there is no
/// ``PurgePermit``, without which no store deletes by age. Steps of a calendar that goes ahead again and again are added
/// up, and as much as the exchange has run since is taken off. Each start may follow a rest, so it begins at zero. Wall
/// times are microseconds since 1970; monotonic times count from any fixed origin.
public struct RetentionClock: Hashable, Sendable {
    /// How far the calendar may be past the latest time seen. An exchange that rested over a long weekend needs no
    /// operator, and a wrong clock deletes only data that would have been deleted four days later (judgment).
    public static let jumpMax: Duration = .seconds(4 * 86_400)
    /// How long a calendar that jumped must run steadily until it is trusted. An alarm of a Friday night is seen on
    /// Monday (judgment).
    public static let confirmationTime: Duration = .seconds(3 * 86_400)
    /// How far wall and monotonic time may drift apart meanwhile. A change to daylight saving time, which no calendar
    /// of UTC has, would be as much.
    public static let driftMax: Duration = .seconds(3_600)

    /// A change, for the log.
    public enum Change: Hashable, Sendable {
        /// The calendar is that far past the latest time seen, so nothing is deleted by age.
        case held(ahead: Duration)
        /// The calendar is trusted again.
        case released(Release)
        /// An operator confirmed it, and a later time that had been trusted is that far off.
        case setBack(by: Duration)
    }

    /// Why a calendar is trusted again.
    public enum Release: String, Hashable, Sendable {
        case cameBack = "it came back"
        case ranSteadily = "it has run steadily"
        case confirmed = "an operator confirmed it"
    }

    private struct Moment: Hashable {
        var wall: Int64
        var monotonic: Duration
    }

    private struct Hold: Hashable {
        /// Since when the calendar has run steadily.
        var steady: Moment
        /// Where it would have been trusted when the hold began.
        let bound: Moment
    }

    /// The latest time that was trusted; nil if there is none yet.
    public private(set) var latest: Int64?
    private var hold: Hold?
    private var wall: Int64
    private var monotonic = Duration.zero
    /// The latest time and the monotonic clock when the calendar was last trusted in this run.
    private var trusted: Moment?
    /// How far the calendar went ahead of the monotonic clock by then, less the time that the exchange ran since.
    private var unexplained = Duration.zero

    /// - Parameter latest: the latest time an earlier run stored; nil if there was no earlier run.
    public init(latest: Int64?, wall: Int64) {
        self.latest = latest
        self.wall = wall
    }

    /// Whether nothing is deleted by age.
    public var isHeld: Bool { hold != nil }

    /// How far the calendar is past the latest time that was trusted; zero if it is not.
    public var ahead: Duration {
        max(.zero, .microseconds(wall.subtractingReportingOverflow(latest ?? wall).partialValue))
    }

    /// Compares both clocks. The shell calls it at the start and then every minute.
    ///
    /// - Returns: the change, if there is one.
    public mutating func look(wall: Int64, monotonic: Duration) -> Change? {
        (self.wall, self.monotonic) = (wall, monotonic)
        guard let hold else { return lookAhead() }
        let isFar = .microseconds(wall - hold.bound.wall) > monotonic - hold.bound.monotonic
        guard isFar else { return release(.cameBack) }
        let passed = monotonic - hold.steady.monotonic
        let drift: Duration = .microseconds(wall - hold.steady.wall) - passed
        if drift > Self.driftMax || drift < .zero - Self.driftMax {
            self.hold?.steady = Moment(wall: wall, monotonic: monotonic)
        } else if passed >= Self.confirmationTime {
            return release(.ranSteadily)
        }
        return nil
    }

    private mutating func lookAhead() -> Change? {
        let step = step
        guard step > Self.jumpMax else {
            believe(step)
            return nil
        }
        let excess = Int64((step - Self.jumpMax) / .microseconds(1))
        hold = Hold(
            steady: Moment(wall: wall, monotonic: monotonic), bound: Moment(wall: wall - excess, monotonic: monotonic))
        return .held(ahead: ahead)
    }

    /// How far the calendar went ahead by now without an explanation. The time before this run may have been a rest. A
    /// calendar that is set back takes nothing away: it may go ahead again.
    private var step: Duration {
        guard let trusted else { return ahead }
        let passed = monotonic - trusted.monotonic
        return max(.zero, unexplained + max(.microseconds(wall - trusted.wall), passed) - passed * 2)
    }

    /// Trusts the calendar because an operator confirmed it. A later time that was trusted was wrong then, and every
    /// grace that was measured by it begins anew.
    ///
    /// - Returns: the change; nil if the calendar was trusted already.
    public mutating func confirm() -> Change? {
        guard hold == nil else { return release(.confirmed) }
        guard let latest, latest > wall else { return nil }
        self.latest = wall
        believe(.zero)
        return .setBack(by: .microseconds(latest.subtractingReportingOverflow(wall).partialValue))
    }

    private mutating func release(_ reason: Release) -> Change {
        hold = nil
        // A calendar that came back has been wrong: it is believed no further step before it has run for days.
        believe(reason == .cameBack ? Self.jumpMax : .zero)
        return .released(reason)
    }

    /// A calendar that was set back and is set right goes ahead only from the latest time that was trusted.
    private mutating func believe(_ step: Duration) {
        let latest = max(latest ?? wall, wall)
        (self.latest, unexplained) = (latest, step)
        trusted = Moment(wall: latest, monotonic: monotonic)
    }

    /// The permission to delete by age; nil while there is none.
    public var permit: PurgePermit? {
        guard hold == nil, let latest else { return nil }
        return PurgePermit(now: wall, latest: max(wall, latest))
    }
}

/// The permission to delete by age. Only a ``RetentionClock`` gives it.
public struct PurgePermit: Hashable, Sendable {
    /// The calendar's time in microseconds since 1970. Age is measured by it, so a calendar that is late deletes
    /// less.
    public let now: Int64
    /// The latest time that was trusted, the calendar's included. Only an operator sets it back. A span that must not be cut
    /// short is measured by it from beginning to end, so that setting the calendar right in between ends no span
    /// early.
    public let latest: Int64

    fileprivate init(now: Int64, latest: Int64) {
        self.now = now
        self.latest = latest
    }

    /// The time before which data of that age may be deleted.
    public func limit(age: Duration) -> PurgeLimit {
        PurgeLimit(
            microseconds: now - age.components.seconds * 1_000_000 - age.components.attoseconds / 1_000_000_000_000)
    }
}

/// The time before which data may be deleted. Only a ``PurgePermit`` gives it.
public struct PurgeLimit: Hashable, Sendable {
    /// Microseconds since 1970.
    public let microseconds: Int64

    fileprivate init(microseconds: Int64) { self.microseconds = microseconds }

    /// The same time as a duration since 1970.
    public var moment: Duration { .microseconds(microseconds) }
}
