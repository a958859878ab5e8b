/// Decides whether the calendar may be trusted far enough to delete by it.
///
/// The exchange remembers the latest time it has seen. A calendar far past it is either right, as after a long rest, or
/// wrong, and then everything would be "old": nothing is deleted until the time is confirmed. It is when the calendar comes
/// back, when it has run steadily for ``confirmationTime``, or when an operator says so. Without that, there is no
/// ``PurgePermit``, and no store deletes by age without one. Wall times are microseconds since 1970, monotonic times count
/// from any origin that stays.
public struct RetentionClock: Hashable, Sendable {
    /// How far the calendar may be past the latest time seen: an exchange that rested over a long weekend needs no
    /// operator, and a wrong clock deletes what would have been deleted four days later (judgement).
    public static let jumpMax: Duration = .seconds(4 * 86_400)
    /// How long a calendar that jumped must run as a clock does until it is believed: an alarm of a Friday night is seen on
    /// Monday (judgement).
    public static let confirmationTime: Duration = .seconds(3 * 86_400)
    /// How far wall and monotonic time may drift apart meanwhile: a step of daylight saving, which no calendar of UTC has,
    /// would be as much.
    public static let driftMax: Duration = .seconds(3_600)

    /// What happened, for the log.
    public enum News: Hashable, Sendable {
        /// The calendar is that far past the latest time seen: nothing is deleted by age.
        case held(ahead: Duration)
        /// It is believed again.
        case released(Release)
    }

    /// Why a calendar is believed again.
    public enum Release: String, Hashable, Sendable {
        case cameBack = "it came back"
        case ranSteadily = "it has run steadily"
        case confirmed = "an operator confirmed it"
    }

    private struct Hold: Hashable {
        /// Since when it has run steadily.
        var wall: Int64
        var monotonic: Duration
    }

    /// The latest time that was believed; nil: none yet.
    public private(set) var latest: Int64?
    private var hold: Hold?
    private var wall: Int64

    /// - Parameter latest: as it was kept by an earlier run; nil: there was none.
    public init(latest: Int64?, wall: Int64) {
        self.latest = latest
        self.wall = wall
    }

    /// Whether nothing is deleted by age.
    public var isHeld: Bool { hold != nil }

    /// How far the calendar is past the latest time that was believed; zero: not at all.
    public var ahead: Duration {
        max(.zero, .microseconds(wall.subtractingReportingOverflow(latest ?? wall).partialValue))
    }

    /// Takes a look at both clocks. To be done at the start and then every minute.
    ///
    /// - Returns: what is new.
    public mutating func look(wall: Int64, monotonic: Duration) -> News? {
        self.wall = wall
        let isFar = ahead > Self.jumpMax
        guard let hold else {
            guard isFar else {
                believe()
                return nil
            }
            self.hold = Hold(wall: wall, monotonic: monotonic)
            return .held(ahead: ahead)
        }
        guard isFar else { return release(.cameBack) }
        let passed = monotonic - hold.monotonic
        let drift: Duration = .microseconds(wall - hold.wall) - passed
        if drift > Self.driftMax || drift < .zero - Self.driftMax {
            self.hold = Hold(wall: wall, monotonic: monotonic)
        } else if passed >= Self.confirmationTime {
            return release(.ranSteadily)
        }
        return nil
    }

    /// An operator says that the calendar is right.
    ///
    /// - Returns: what is new; nil: it was believed anyway.
    public mutating func confirm() -> News? { hold == nil ? nil : release(.confirmed) }

    private mutating func release(_ reason: Release) -> News {
        hold = nil
        believe()
        return .released(reason)
    }

    private mutating func believe() { latest = max(latest ?? wall, wall) }

    /// Leave to delete by age; nil while nothing may be.
    public var permit: PurgePermit? {
        guard hold == nil, let latest else { return nil }
        return PurgePermit(now: wall, latest: max(wall, latest))
    }
}

/// Leave to delete by age. Only a ``RetentionClock`` gives it.
public struct PurgePermit: Hashable, Sendable {
    /// What the calendar says, microseconds since 1970. What is old is old by it: a calendar that stands back deletes less.
    public let now: Int64
    /// The latest time that was believed, the calendar's included. A span that must not be cut short is measured by it from
    /// its beginning to its end: it never goes back, so a calendar that is set right in between ends nothing.
    public let latest: Int64

    fileprivate init(now: Int64, latest: Int64) {
        self.now = now
        self.latest = latest
    }

    /// What is older than that may be deleted.
    public func limit(age: Duration) -> PurgeLimit {
        PurgeLimit(
            microseconds: now - age.components.seconds * 1_000_000 - age.components.attoseconds / 1_000_000_000_000)
    }
}

/// Before which time something may be deleted. Only a ``PurgePermit`` gives it.
public struct PurgeLimit: Hashable, Sendable {
    /// Since 1970.
    public let microseconds: Int64

    fileprivate init(microseconds: Int64) { self.microseconds = microseconds }

    /// Since 1970.
    public var moment: Duration { .microseconds(microseconds) }
}
